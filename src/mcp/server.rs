//! The protocol's side: what the server says of itself, and calls of its tools.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use super::line::{Line, Question};
use crate::base::display_safe;
use crate::base::input_error::did_you_mean;

/// What a client is told first.
pub(super) struct Welcome {
    pub(super) instructions: String,
    pub(super) tools: Vec<Tool>,
}

/// Answers a client.
pub(super) struct Assistant {
    welcome: Welcome,
    line: Line,
}

impl Assistant {
    pub(super) fn new(welcome: Welcome, line: Line) -> Self {
        Self { welcome, line }
    }
}

impl ServerHandler for Assistant {
    fn get_info(&self) -> ServerConfig {
        let own = Implementation::new("conceptgraph", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(own)
            .with_instructions(&self.welcome.instructions)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.welcome.tools.clone()))
    }

    /// What is wrong with the arguments is told as the tool's answer, which an assistant reads. A
    /// tool that is not there is an error of the protocol, as the protocol wants it.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let names = || self.welcome.tools.iter().map(|tool| &*tool.name);
        let name = &*request.name;
        if !names().any(|known| known == name) {
            let near = did_you_mean(name, names());
            let known = names().collect::<Vec<_>>().join(", ");
            let fault = format!("there is no tool {name:?}{near}; there are {known}");
            let fault = display_safe::message(&fault).into_owned();
            return Err(ErrorData::invalid_params(fault, None));
        }
        let arguments = request.arguments.unwrap_or_default();
        let question = Question { tool: request.name.into_owned(), arguments };
        let result = match self.line.ask(question, context.ct.cancelled()).await {
            Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Err(fault) => {
                let fault = display_safe::message(&fault).into_owned();
                CallToolResult::error(vec![ContentBlock::text(fault)])
            }
        };
        Ok(result.into())
    }
}
