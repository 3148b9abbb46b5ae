"""Writes golden.safetensors: what PyTorch computes for small inputs, forward and backward.

    python -m venv venv && venv/bin/pip install torch numpy safetensors
    venv/bin/python golden.py

A tensor is called `case/kind.name`: `linear/in.x`, `linear/out.y`, `linear/grad.x`. The gradients are
those of the sum of all outputs, each times the number at its place in `linear/projection.y`. Inputs and
parameters are multiples of 1/128, which are exact in every precision; everything is computed in double
precision and rounded once, when it is written. Weights are transposed to `[inputs, outputs]`, because
vectors are rows in the book.
"""

import math
import platform
from pathlib import Path

import numpy
import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional as F

torch.manual_seed(1)
torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)

tensors = {}


def numbers(*shape):
    """Random multiples of 1/64 between -2 and 2."""
    return torch.randint(-128, 129, shape).double() / 64


def case(name, inputs, outputs):
    """Records inputs, outputs and gradients. `inputs` maps a name to a leaf tensor."""
    loss = 0
    for key, output in outputs.items():
        projection = numbers(*output.shape)
        tensors[f"{name}/projection.{key}"] = projection
        tensors[f"{name}/out.{key}"] = output.detach().clone()
        loss = loss + (output * projection).sum()
    leaves = list(inputs.values())
    gradients = torch.autograd.grad(loss, leaves)
    for (key, leaf), gradient in zip(inputs.items(), gradients):
        table = name in ("embedding", "learned_positions") or key.endswith("embedding.weight")
        matrix = key.endswith("weight") and leaf.dim() == 2 and not table
        turn = torch.t if matrix else torch.clone
        tensors[f"{name}/in.{key}"] = turn(leaf.detach())
        tensors[f"{name}/grad.{key}"] = turn(gradient)


def leaf(*shape):
    return numbers(*shape).requires_grad_()


def fill(module):
    """Gives every parameter of a module random numbers between -1 and 1 and returns them by name."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(numbers(*parameter.shape) / 2)
    return dict(module.named_parameters())


# Layers.

linear = nn.Linear(4, 5)
x = leaf(2, 3, 4)
case("linear", {"x": x, **fill(linear)}, {"y": linear(x)})

linear = nn.Linear(4, 5, bias=False)
x = leaf(2, 4)
case("linear_without_bias", {"x": x, **fill(linear)}, {"y": linear(x)})

embedding = nn.Embedding(6, 3)
tokens = torch.tensor([[1, 5, 1, 0], [2, 1, 5, 5]])
tensors["embedding/tokens"] = tokens
case("embedding", fill(embedding), {"y": embedding(tokens)})

layer_norm = nn.LayerNorm(5)
x = leaf(2, 3, 5)
case("layer_norm", {"x": x, **fill(layer_norm)}, {"y": layer_norm(x)})


def gru_of(layers):
    """A GRU, and its parameters under the names of the book: `weight_ih_l0` is `layers.0.input.weight`."""
    gru = nn.GRU(4, 3, num_layers=layers, batch_first=True)
    sides = {"ih": "input", "hh": "hidden"}
    parameters = {}
    for key, parameter in fill(gru).items():
        kind, side, layer = key.split("_")
        parameters[f"layers.{layer[1:]}.{sides[side]}.{kind}"] = parameter
    return gru, parameters


for layers in (1, 2):
    gru, parameters = gru_of(layers)
    x, start = leaf(2, 5, 4), leaf(layers, 2, 3)
    outputs, state = gru(x, start)
    case(f"gru_{layers}", {"x": x, "start": start, **parameters}, {"outputs": outputs, "state": state})

# Sequences of several lengths. PyTorch puts zeros behind the end of a sequence, the book the last state.
gru, parameters = gru_of(2)
x, start, lens = leaf(3, 4, 4), leaf(2, 3, 3), [2, 4, 1]
packed = nn.utils.rnn.pack_padded_sequence(x, torch.tensor(lens), batch_first=True, enforce_sorted=False)
outputs, state = gru(packed, start)
outputs, _ = nn.utils.rnn.pad_packed_sequence(outputs, batch_first=True)
ended = torch.arange(4)[None, :, None] >= torch.tensor(lens)[:, None, None]
outputs = torch.where(ended, state[-1][:, None], outputs)
tensors["gru_with_lens/lens"] = torch.tensor(lens)
case("gru_with_lens", {"x": x, "start": start, **parameters}, {"outputs": outputs, "state": state})

# A step of a GRU with the reset gate before the product, as Cho et al. (2014) define it, has no
# counterpart in PyTorch.


def sinusoids(offset, steps, dim):
    rows = []
    for position in range(offset, offset + steps):
        angles = [position / 10000 ** (2 * (column // 2) / dim) for column in range(dim)]
        rows.append([math.sin(a) if c % 2 == 0 else math.cos(a) for c, a in enumerate(angles)])
    return torch.tensor(rows)


x = leaf(2, 4, 6)
case("sinusoidal_positions", {"x": x}, {"y": x + sinusoids(3, 4, 6)})
tensors["sinusoids/out.even"] = sinusoids(3, 4, 6)
tensors["sinusoids/out.odd"] = sinusoids(1000, 2, 5)

x, weight = leaf(2, 3, 4), leaf(6, 4)
case("learned_positions", {"x": x, "weight": weight}, {"y": x + weight[2:5]})

# Fused operations.

leaf(2, 3, 5), leaf(5), leaf(5), numbers(2, 3, 5)  # of a removed case, so the others keep their numbers

x = leaf(2, 3, 5)
case("log_softmax", {"x": x}, {"y": F.log_softmax(x, dim=-1)})

logits = leaf(2, 4, 5)
targets = torch.tensor([[1, 0, 4, 2], [3, 2, 2, 0]])
tensors["cross_entropy/targets"] = targets
loss = F.cross_entropy(logits.reshape(8, 5), targets.reshape(8), ignore_index=2)
case("cross_entropy", {"logits": logits}, {"loss": loss.reshape(1)})
logits = leaf(2, 4, 5)
tensors["cross_entropy_of_all/targets"] = targets
loss = F.cross_entropy(logits.reshape(8, 5), targets.reshape(8))
case("cross_entropy_of_all", {"logits": logits}, {"loss": loss.reshape(1)})

# Masks: true where a query may look at a key. Every row may look at something, because PyTorch
# gives NaN otherwise.

BATCH, HEADS, QUERIES, KEYS = 2, 2, 3, 5
query, key = torch.arange(QUERIES)[:, None], torch.arange(KEYS)[None, :]
lens = torch.tensor([2, 5])
lens_per_query = torch.tensor([[1, 3, 5], [2, 4, 1]])
pairs = torch.tensor([[1, 0, 1, 0, 0], [0, 1, 1, 1, 0], [1, 0, 0, 0, 1]]).bool()
pairs_per_example = torch.stack([pairs, pairs.flip(0)])
masks = {
    "all": torch.ones(1, 1, 1).bool(),
    "causal": (key <= query)[None],
    "causal_from_2": (key <= query + 2)[None],
    "window_1_2": ((key >= query - 1) & (key <= query + 2))[None],
    "valid_lens": (key[None] < lens[:, None, None]),
    "valid_lens_per_query": (key[None] < lens_per_query[:, :, None]),
    "allowed": pairs[None],
    "allowed_per_example": pairs_per_example,
    "causal_and_valid_lens": (key <= query)[None] & (key[None] < lens[:, None, None]),
}


def split(tensor):
    """From `[batch, count, columns]` to `[batch, heads, count, columns / heads]`."""
    batch, count, columns = tensor.shape
    return tensor.reshape(batch, count, HEADS, columns // HEADS).transpose(1, 2)


for name, mask in masks.items():
    mask = mask.expand(BATCH, QUERIES, KEYS)
    scores = leaf(BATCH, QUERIES, KEYS)
    weights = F.softmax(scores.masked_fill(~mask, -math.inf), dim=-1)
    case(f"softmax_{name}", {"scores": scores}, {"weights": weights})

    queries, keys = leaf(BATCH, QUERIES, HEADS * 4), leaf(BATCH, KEYS, HEADS * 4)
    values = leaf(BATCH, KEYS, HEADS * 3)
    output = F.scaled_dot_product_attention(
        split(queries), split(keys), split(values), attn_mask=mask[:, None]
    )
    output = output.transpose(1, 2).reshape(BATCH, QUERIES, HEADS * 3)
    case(f"attention_{name}", {"queries": queries, "keys": keys, "values": values}, {"output": output})

# Attention layers under each of the masks: outputs and weights, and the gradients of both together.


def masked_softmax(scores, mask):
    return F.softmax(scores.masked_fill(~mask, -math.inf), dim=-1)


def half(*shape):
    """A parameter with numbers between -1 and 1."""
    return (numbers(*shape) / 2).requires_grad_()


for name, mask in masks.items():
    mask = mask.expand(BATCH, QUERIES, KEYS)

    # Queries with 4 entries, keys with 3, values with 2, and hidden size 5.
    inputs = {"queries": leaf(BATCH, QUERIES, 4), "keys": leaf(BATCH, KEYS, 3), "values": leaf(BATCH, KEYS, 2)}
    inputs |= {"query.weight": half(5, 4), "key.weight": half(5, 3), "score": half(5)}
    to_hidden = inputs["queries"] @ inputs["query.weight"].T, inputs["keys"] @ inputs["key.weight"].T
    sums = to_hidden[0][:, :, None] + to_hidden[1][:, None]
    weights = masked_softmax(torch.tanh(sums) @ inputs["score"], mask)
    case(f"additive_{name}", inputs, {"output": weights @ inputs["values"], "weights": weights})

    inputs = {"queries": leaf(BATCH, QUERIES, 4), "keys": leaf(BATCH, KEYS, 4), "values": leaf(BATCH, KEYS, 2)}
    weights = masked_softmax(inputs["queries"] @ inputs["keys"].mT / math.sqrt(4), mask)
    output = F.scaled_dot_product_attention(*inputs.values(), attn_mask=mask)
    case(f"dot_product_{name}", inputs, {"output": output, "weights": weights})

    inputs = {"queries": leaf(BATCH, QUERIES, 4), "keys": leaf(BATCH, KEYS, 3), "values": leaf(BATCH, KEYS, 2)}
    inputs |= {"matrix.weight": half(3, 4)}
    projected = inputs["queries"] @ inputs["matrix.weight"].T
    weights = masked_softmax(projected @ inputs["keys"].mT / math.sqrt(3), mask)
    case(f"bilinear_{name}", inputs, {"output": weights @ inputs["values"], "weights": weights})

    # PyTorch's own layer, by the function that it calls: three heads of two columns. Its mask is true
    # where a query may not look, and has a table for each head.
    hidden, heads = 6, 3
    inputs = {"queries": leaf(BATCH, QUERIES, hidden), "keys": leaf(BATCH, KEYS, 5), "values": leaf(BATCH, KEYS, 4)}
    inputs |= {"query.weight": half(hidden, hidden), "key.weight": half(hidden, 5), "value.weight": half(hidden, 4)}
    inputs |= {"output.weight": half(hidden, hidden)}
    bias = name != "allowed"
    if bias:
        inputs |= {f"{key}.bias": half(hidden) for key in ("query", "key", "value", "output")}
    output, weights = F.multi_head_attention_forward(
        *(inputs[key].transpose(0, 1) for key in ("queries", "keys", "values")),
        embed_dim_to_check=hidden,
        num_heads=heads,
        in_proj_weight=None,
        in_proj_bias=torch.cat([inputs[f"{key}.bias"] for key in ("query", "key", "value")]) if bias else None,
        bias_k=None,
        bias_v=None,
        add_zero_attn=False,
        dropout_p=0.0,
        out_proj_weight=inputs["output.weight"],
        out_proj_bias=inputs["output.bias"] if bias else None,
        training=False,
        attn_mask=~mask.repeat_interleave(heads, 0),
        use_separate_proj_weight=True,
        q_proj_weight=inputs["query.weight"],
        k_proj_weight=inputs["key.weight"],
        v_proj_weight=inputs["value.weight"],
        average_attn_weights=False,
    )
    case(f"multi_head_{name}", inputs, {"output": output.transpose(0, 1), "weights": weights})

# Recurrent encoder-decoders, with the parameters under the names of the book. Tables of vectors keep
# their shape `[vocab, embed]`. Sources end with 3, and behind the end stand zeros.

SOURCE_VOCAB, TARGET_VOCAB, EMBED, HIDDEN = 6, 7, 3, 4
SOURCES = torch.tensor([[4, 5, 3, 0], [5, 1, 4, 3], [4, 3, 0, 0]])
LENS = torch.tensor([3, 4, 2])
INPUTS = torch.tensor([[2, 5, 6, 4], [2, 4, 0, 0], [2, 6, 1, 0]])
TARGETS = torch.tensor([[5, 6, 4, 3], [4, 3, 0, 0], [6, 1, 3, 0]])


def parameters_of_gru(prefix, inputs, layers):
    parameters = {}
    for layer in range(layers):
        of_layer = f"{prefix}gru.layers.{layer}"
        parameters[f"{of_layer}.input.weight"] = half(3 * HIDDEN, inputs if layer == 0 else HIDDEN)
        parameters[f"{of_layer}.hidden.weight"] = half(3 * HIDDEN, HIDDEN)
        parameters[f"{of_layer}.input.bias"] = half(3 * HIDDEN)
        parameters[f"{of_layer}.hidden.bias"] = half(3 * HIDDEN)
    return parameters


def weights_of_gru(parameters, prefix):
    """The tensors in the order in which PyTorch's own functions take them."""
    return [tensor for name, tensor in parameters.items() if name.startswith(f"{prefix}gru.")]


def read_source(parameters, layers):
    """PyTorch's GRU over packed sentences: its outputs, with the last state behind each end, and its states."""
    embedded = F.embedding(SOURCES, parameters["encoder.embedding.weight"])
    packed = nn.utils.rnn.pack_padded_sequence(embedded, LENS, batch_first=True, enforce_sorted=False)
    in_order = torch.zeros(layers, len(LENS), HIDDEN)[:, packed.sorted_indices]
    weights = weights_of_gru(parameters, "encoder.")
    data, state = torch.gru(packed.data, packed.batch_sizes, in_order, weights, True, layers, 0.0, False, False)
    packed = nn.utils.rnn.PackedSequence(data, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices)
    outputs, _ = nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
    state = state[:, packed.unsorted_indices]
    ended = torch.arange(4)[None, :, None] >= LENS[:, None, None]
    return torch.where(ended, state[-1][:, None], outputs), state


def data_of(name):
    data = {"sources": SOURCES, "lens": LENS, "inputs": INPUTS, "targets": TARGETS}
    tensors.update({f"{name}/{key}": tensor for key, tensor in data.items()})


def masked_loss(logits):
    return F.cross_entropy(logits.flatten(0, 1), TARGETS.flatten(), ignore_index=0).reshape(1)


def parameters_of_encoder(layers):
    table = {"encoder.embedding.weight": half(SOURCE_VOCAB, EMBED)}
    return table | parameters_of_gru("encoder.", EMBED, layers)


for layers in (1, 2):
    parameters = parameters_of_encoder(layers)
    outputs, state = read_source(parameters, layers)
    inputs = {key.removeprefix("encoder."): parameter for key, parameter in parameters.items()}
    data_of(f"encoder_{layers}")
    case(f"encoder_{layers}", inputs, {"outputs": outputs, "state": state})

for layers in (1, 2):
    parameters = parameters_of_encoder(layers) | {"embedding.weight": half(TARGET_VOCAB, EMBED)}
    parameters |= parameters_of_gru("", HIDDEN + EMBED, layers)
    parameters |= {"output.weight": half(TARGET_VOCAB, HIDDEN), "output.bias": half(TARGET_VOCAB)}
    _, start = read_source(parameters, layers)
    contexts = start[-1][:, None].expand(-1, INPUTS.shape[1], -1)
    x = torch.cat([contexts, F.embedding(INPUTS, parameters["embedding.weight"])], dim=2)
    states, _ = torch.gru(x, start, weights_of_gru(parameters, ""), True, layers, 0.0, False, False, True)
    logits = F.linear(states, parameters["output.weight"], parameters["output.bias"])
    data_of(f"fixed_context_{layers}")
    case(f"fixed_context_{layers}", parameters, {"logits": logits, "loss": masked_loss(logits)})


def parameters_of_decoder(layers):
    parameters = {"embedding.weight": half(TARGET_VOCAB, EMBED)}
    parameters |= {f"attention.{name}.weight": leaf(HIDDEN, HIDDEN) for name in ("query", "key")}
    parameters |= {"attention.score": leaf(HIDDEN)} | parameters_of_gru("", HIDDEN + EMBED, layers)
    return parameters | {"output.weight": half(TARGET_VOCAB, HIDDEN), "output.bias": half(TARGET_VOCAB)}


def decoder_step(parameters, tokens, values, state):
    """Logits, weights and the new state. The first layer gets the context and the token, joined."""
    query = F.linear(state[-1], parameters["attention.query.weight"])
    keys = F.linear(values, parameters["attention.key.weight"])
    scores = torch.tanh(query[:, None] + keys) @ parameters["attention.score"]
    real = torch.arange(values.shape[1])[None] < LENS[:, None]
    weights = masked_softmax(scores, real)
    context = (weights[:, :, None] * values).sum(dim=1)
    x = torch.cat([context, F.embedding(tokens, parameters["embedding.weight"])], dim=1)
    states = []
    for layer, old in enumerate(state):
        of_input, of_state, bias_of_input, bias_of_state = weights_of_gru(parameters, "")[4 * layer : 4 * layer + 4]
        x = torch.gru_cell(x, old, of_input, of_state, bias_of_input, bias_of_state)
        states.append(x)
    return F.linear(x, parameters["output.weight"], parameters["output.bias"]), weights, torch.stack(states)


for layers in (1, 2):
    inputs = {"values": leaf(len(LENS), 4, HIDDEN), "state": leaf(layers, len(LENS), HIDDEN)}
    parameters = parameters_of_decoder(layers)
    logits, weights, state = decoder_step(parameters, INPUTS[:, 1], **inputs)
    data_of(f"decoder_step_{layers}")
    case(f"decoder_step_{layers}", inputs | parameters, {"logits": logits, "weights": weights, "state": state})

for layers in (1, 2):
    parameters = parameters_of_encoder(layers) | parameters_of_decoder(layers)
    values, state = read_source(parameters, layers)
    logits, weights = [], []
    for tokens in INPUTS.T:
        of_step, looked, state = decoder_step(parameters, tokens, values, state)
        logits.append(of_step)
        weights.append(looked)
    logits, weights = torch.stack(logits, dim=1), torch.stack(weights, dim=1)
    data_of(f"bahdanau_{layers}")
    outputs = {"logits": logits, "weights": weights, "loss": masked_loss(logits)}
    case(f"bahdanau_{layers}", parameters, outputs)

# Transformers: PyTorch's own layers, with the parameters under the names of the book. Their attention
# has biases, which are 0 here and no inputs, because that of the book has none. Their masks are true
# where a query may not look.

torch.manual_seed(3)  # of the first few, one with which no gradient is small because large terms cancel
WIDTH, BLOCKS = 6, 2
ARRANGEMENTS = {"post": False, "pre": True}

inner, outer = nn.Linear(4, 6), nn.Linear(6, 3)
x = leaf(2, 3, 4)
layers = nn.ModuleDict({"inner": inner, "outer": outer})
case("feed_forward", {"x": x, **fill(layers)}, {"y": outer(F.relu(inner(x)))})

for name in ("post", "pre", "without_norm", "without_residual"):
    norm = nn.LayerNorm(4)
    x, result = leaf(2, 3, 4), leaf(2, 3, 4)
    parameters = {} if name == "without_norm" else fill(nn.ModuleDict({"norm": norm}))
    before = norm(x) if name == "pre" else x
    after = {"post": norm(x + result), "without_residual": norm(result)}.get(name, x + result)
    case(f"add_norm_{name}", {"x": x, "result": result, **parameters}, {"before": before, "after": after})

x, tables = leaf(2, 3, 4), {"weight": half(7, 4), "bias": half(7)}
case("output_layer_own", {"x": x, **tables}, {"logits": F.linear(x, tables["weight"], tables["bias"])})
x, tables = leaf(2, 3, 4), {"embedding.weight": half(7, 4), "bias": half(7)}
case("output_layer_tied", {"x": x, **tables}, {"logits": F.linear(x, *tables.values())})

for name, positions in {"": sinusoids(3, 4, HIDDEN), "_without_positions": 0}.items():
    tables = {"embedding.weight": half(TARGET_VOCAB, HIDDEN)}
    tensors[f"input_layer{name}/tokens"] = INPUTS
    embedded = F.embedding(INPUTS, tables["embedding.weight"]) * math.sqrt(HIDDEN)
    case(f"input_layer{name}", tables, {"y": embedded + positions})


def parameters_of_block(prefix, decoder):
    """The parameters of a block of an encoder, or of a decoder that looks at a source."""
    attentions = ("attention", "cross_attention") if decoder else ("attention",)
    parameters = {}
    for attention in attentions:
        for name in ("query", "key", "value", "output"):
            parameters[f"{prefix}{attention}.{name}.weight"] = half(HIDDEN, HIDDEN)
    parameters[f"{prefix}feed_forward.inner.weight"] = half(WIDTH, HIDDEN)
    parameters[f"{prefix}feed_forward.inner.bias"] = half(WIDTH)
    parameters[f"{prefix}feed_forward.outer.weight"] = half(HIDDEN, WIDTH)
    parameters[f"{prefix}feed_forward.outer.bias"] = half(HIDDEN)
    for sublayer in (*attentions, "feed_forward"):
        parameters |= parameters_of_norm(f"{prefix}around_{sublayer}.norm.")
    return parameters


def parameters_of_norm(prefix):
    """Gains are between 1/2 and 3/2: behind a small one, gradients have few digits."""
    gain = (1 + torch.randint(-64, 65, (HIDDEN,)).double() / 128).requires_grad_()
    return {f"{prefix}weight": gain, f"{prefix}bias": half(HIDDEN)}


def parameters_of_blocks(prefix, decoder, norm_first):
    parameters = {}
    for block in range(BLOCKS):
        parameters |= parameters_of_block(f"{prefix}blocks.{block}.", decoder)
    return parameters | (parameters_of_norm(f"{prefix}norm.") if norm_first else {})


def torch_parameters(parameters, prefix, decoder):
    """Those of one block under PyTorch's names, with the three matrices of an attention in one."""
    block = {key.removeprefix(prefix): value for key, value in parameters.items() if key.startswith(prefix)}
    named = {f"linear{place}.{kind}": block[f"feed_forward.{name}.{kind}"]
             for place, name in ((1, "inner"), (2, "outer")) for kind in ("weight", "bias")}
    attentions = {"self_attn": "attention"} | ({"multihead_attn": "cross_attention"} if decoder else {})
    for theirs, ours in attentions.items():
        three = [block[f"{ours}.{name}.weight"] for name in ("query", "key", "value")]
        named[f"{theirs}.in_proj_weight"] = torch.cat(three)
        named[f"{theirs}.in_proj_bias"] = torch.zeros(3 * HIDDEN)
        named[f"{theirs}.out_proj.weight"] = block[f"{ours}.output.weight"]
        named[f"{theirs}.out_proj.bias"] = torch.zeros(HIDDEN)
    for place, sublayer in enumerate((*attentions.values(), "feed_forward"), 1):
        named |= {f"norm{place}.{kind}": block[f"around_{sublayer}.norm.{kind}"] for kind in ("weight", "bias")}
    return named


def show_weights(attention, seen):
    """Lets an attention of a layer tell its weights, `[batch, heads, queries, keys]`; a layer does not ask."""
    ask = {"need_weights": True, "average_attn_weights": False}
    attention.register_forward_pre_hook(lambda _, args, options: (args, options | ask), with_kwargs=True)
    attention.register_forward_hook(lambda _, args, result: seen.append(result[1]))


def torch_block(decoder, norm_first):
    """PyTorch's block, in the mode of training, and where its attentions tell their weights."""
    of = nn.TransformerDecoderLayer if decoder else nn.TransformerEncoderLayer
    block = of(HIDDEN, HEADS, WIDTH, dropout=0.0, batch_first=True, norm_first=norm_first)
    lists = {"weights": [], "cross_weights": []}
    show_weights(block.self_attn, lists["weights"])
    if decoder:
        show_weights(block.multihead_attn, lists["cross_weights"])
    return block, lists


def run(layer, lists, named, x, source, masks):
    """The output of a layer with these parameters, and the weights of each kind of attention in it."""
    sources = () if source is None else (source,)
    output = torch.func.functional_call(layer, named, (x, *sources), masks, strict=True)
    return {"output": output, **{name: torch.stack(seen) for name, seen in lists.items() if seen}}


def run_block(parameters, prefix, norm_first, x, source=None, **masks):
    block, lists = torch_block(source is not None, norm_first)
    named = torch_parameters(parameters, prefix, source is not None)
    return run(block, lists, named, x, source, masks)


def run_blocks(parameters, prefix, norm_first, x, source=None, **masks):
    """A stack of blocks. Those are copies of one, which tell their weights to the same lists."""
    decoder = source is not None
    block, lists = torch_block(decoder, norm_first)
    norm = nn.LayerNorm(HIDDEN) if norm_first else None
    if decoder:
        stack = nn.TransformerDecoder(block, BLOCKS, norm)
    else:
        stack = nn.TransformerEncoder(block, BLOCKS, norm, enable_nested_tensor=False)
    named = {f"norm.{kind}": parameters[f"{prefix}norm.{kind}"] for kind in ("weight", "bias") if norm_first}
    for place in range(BLOCKS):
        of_block = torch_parameters(parameters, f"{prefix}blocks.{place}.", decoder)
        named |= {f"layers.{place}.{key}": value for key, value in of_block.items()}
    return run(stack, lists, named, x, source, masks)


def forbidden(steps):
    """What lies behind each token."""
    return torch.ones(steps, steps).bool().triu(1)


# Of 4 and 2 source tokens; the targets have 3 tokens each.
lens_of_two = torch.tensor([4, 2])
padding_of_two = torch.arange(4)[None] >= lens_of_two[:, None]

for name, norm_first in ARRANGEMENTS.items():
    for kind, compute in {"block": run_block, "blocks": run_blocks}.items():
        parameters = [parameters_of_block("", decoder) if kind == "block"
                      else parameters_of_blocks("", decoder, norm_first) for decoder in (False, True)]
        of_encoder, of_decoder = parameters
        x = leaf(2, 4, HIDDEN)
        outputs = compute(of_encoder, "", norm_first, x, src_key_padding_mask=padding_of_two)
        tensors[f"encoder_{kind}_{name}/lens"] = lens_of_two
        case(f"encoder_{kind}_{name}", {"x": x, **of_encoder}, outputs)

        x, source = leaf(2, 3, HIDDEN), leaf(2, 4, HIDDEN)
        masks = {"tgt_mask": forbidden(3), "memory_key_padding_mask": padding_of_two}
        outputs = compute(of_decoder, "", norm_first, x, source, **masks)
        tensors[f"decoder_{kind}_{name}/lens"] = lens_of_two
        case(f"decoder_{kind}_{name}", {"x": x, "source": source, **of_decoder}, outputs)


def embedded(table, tokens):
    return F.embedding(tokens, table) * math.sqrt(HIDDEN) + sinusoids(0, tokens.shape[1], HIDDEN)


def parameters_of_output(tied):
    own = {} if tied else {"output.weight": half(TARGET_VOCAB, HIDDEN)}
    return own | {"output.bias": half(TARGET_VOCAB)}


def logits_and_loss(parameters, x, table):
    """With an output layer of its own, or tied to the table of the target tokens."""
    weight = parameters.get("output.weight", table)
    logits = F.linear(x, weight, parameters["output.bias"])
    return {"logits": logits, "loss": masked_loss(logits)}


PADDING = torch.arange(SOURCES.shape[1])[None] >= LENS[:, None]

for name, norm_first in ARRANGEMENTS.items():
    for output, tied in {"own": False, "tied": True}.items():
        parameters = {f"{side}.embedding.weight": half(vocab, HIDDEN)
                      for side, vocab in (("source", SOURCE_VOCAB), ("target", TARGET_VOCAB))}
        parameters |= parameters_of_blocks("encoder.", False, norm_first)
        parameters |= parameters_of_blocks("decoder.", True, norm_first)
        parameters |= parameters_of_output(tied)
        x = embedded(parameters["source.embedding.weight"], SOURCES)
        source = run_blocks(parameters, "encoder.", norm_first, x, src_key_padding_mask=PADDING)
        x = embedded(parameters["target.embedding.weight"], INPUTS)
        masks = {"tgt_mask": forbidden(INPUTS.shape[1]), "memory_key_padding_mask": PADDING}
        target = run_blocks(parameters, "decoder.", norm_first, x, source["output"], **masks)
        outputs = logits_and_loss(parameters, target["output"], parameters["target.embedding.weight"])
        data_of(f"transformer_{name}_{output}")
        case(f"transformer_{name}_{output}", parameters, outputs)

        parameters = {"input.embedding.weight": half(TARGET_VOCAB, HIDDEN)}
        parameters |= parameters_of_blocks("", False, norm_first) | parameters_of_output(tied)
        x = embedded(parameters["input.embedding.weight"], INPUTS)
        read = run_blocks(parameters, "", norm_first, x, mask=forbidden(INPUTS.shape[1]))
        outputs = logits_and_loss(parameters, read["output"], parameters["input.embedding.weight"])
        data_of(f"language_model_{name}_{output}")
        case(f"language_model_{name}_{output}", parameters, outputs)

# The parts of a Transformer of today.

torch.manual_seed(13)  # of the first few, one with which no gradient is small because large terms cancel

x, gain = leaf(2, 3, 5), leaf(5)
case("rms_norm", {"x": x, "weight": gain}, {"y": F.rms_norm(x, (5,), gain, eps=1e-5)})


def turns(start, steps, columns):
    """Sines and cosines, `[steps, columns / 2]`, of the frequencies of RoFormer."""
    frequencies = 10000.0 ** (-torch.arange(0, columns, 2).double() / columns)
    angles = torch.arange(start, start + steps).double()[:, None] * frequencies
    return angles.cos(), angles.sin()


def rotate_half_split(x, start, columns=None):
    """As the transformers library computes it: x cos + rotate_half(x) sin, with both halves of the angles equal.
    Columns behind the first `columns` do not change, as in GPT-NeoX."""
    columns = columns or x.shape[-1]
    cosines, sines = (torch.cat([part, part], dim=-1) for part in turns(start, x.shape[-2], columns))
    turned, rest = x[..., :columns], x[..., columns:]
    left, right = turned.chunk(2, dim=-1)
    turned = turned * cosines + torch.cat([-right, left], dim=-1) * sines
    return torch.cat([turned, rest], dim=-1)


def rotate_interleaved(x, start):
    """As Meta's Llama computes it: neighbors are a complex number, multiplied by one of length 1."""
    cosines, sines = turns(start, x.shape[-2], x.shape[-1])
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * torch.complex(cosines, sines)).flatten(-2)


x = leaf(2, 2, 3, 6)
case("rotate_half_split", {"x": x}, {"y": rotate_half_split(x, 3)})
x = leaf(2, 2, 3, 6)
case("rotate_interleaved", {"x": x}, {"y": rotate_interleaved(x, 3)})
x = leaf(2, 3, 6)
case("rotate_first_columns", {"x": x}, {"y": rotate_half_split(x, 50, columns=4)})


def parameters_of_gated(prefix, hidden, inner):
    shapes = {"gate": (inner, hidden), "up": (inner, hidden), "down": (hidden, inner)}
    return {f"{prefix}{name}.weight": half(*shape) for name, shape in shapes.items()}


def gated(parameters, prefix, x):
    gate, up, down = (parameters[f"{prefix}{name}.weight"] for name in ("gate", "up", "down"))
    return F.linear(F.silu(F.linear(x, gate)) * F.linear(x, up), down)


x, parameters = leaf(2, 3, 4), parameters_of_gated("", 4, 6)
case("gated_feed_forward", {"x": x, **parameters}, {"y": gated(parameters, "", x)})

inputs = {"queries": leaf(2, 4, 3, 2), "keys": leaf(2, 2, 3, 2), "values": leaf(2, 2, 3, 5)}
output = F.scaled_dot_product_attention(*inputs.values(), is_causal=True, enable_gqa=True)
case("grouped_attention", inputs, {"output": output})


def parameters_of_grouped(prefix, hidden, heads, key_heads):
    dim = hidden // heads
    rows = {"query": heads, "key": key_heads, "value": key_heads, "output": heads}
    return {f"{prefix}{name}.weight": half(count * dim, hidden) for name, count in rows.items()}


def project(parameters, prefix, x, heads, key_heads):
    """Queries, keys, and values, `[batch, heads, steps, dim]`."""
    counts = {"query": heads, "key": key_heads, "value": key_heads}
    projected = {name: F.linear(x, parameters[f"{prefix}{name}.weight"]) for name in counts}
    return [projected[name].unflatten(-1, (count, -1)).transpose(1, 2) for name, count in counts.items()]


def grouped(parameters, prefix, x, heads, key_heads, bias=None):
    """Causal attention with rotary positions, or with a bias instead."""
    queries, keys, values = project(parameters, prefix, x, heads, key_heads)
    steps = x.shape[1]
    allowed = torch.zeros(steps, steps).masked_fill(forbidden(steps), -math.inf)
    if bias is None:
        queries, keys = rotate_half_split(queries, 0), rotate_half_split(keys, 0)
        bias = 0
    mixed = F.scaled_dot_product_attention(
        queries, keys, values, attn_mask=(allowed + bias).expand(heads, steps, steps), enable_gqa=True
    )
    return F.linear(mixed.transpose(1, 2).flatten(2), parameters[f"{prefix}output.weight"])


x, parameters = leaf(2, 5, 8), parameters_of_grouped("", 8, 4, 2)
case("grouped_query", {"x": x, **parameters}, {"output": grouped(parameters, "", x, 4, 2)})

# All options at once: norms before an interleaved rotation, a factor, a cap, a bias, a window, and a first key.
x, bias, parameters = leaf(2, 5, 8), leaf(4, 5, 5), parameters_of_grouped("", 8, 4, 2)
parameters |= {f"{name}_norm.weight": leaf(2) for name in ("query", "key")}
queries, keys, values = project(parameters, "", x, 4, 2)
queries = rotate_interleaved(F.rms_norm(queries, (2,), parameters["query_norm.weight"], eps=1e-5), 0)
keys = rotate_interleaved(F.rms_norm(keys, (2,), parameters["key_norm.weight"], eps=1e-5), 0)
keys, values = keys.repeat_interleave(2, dim=1), values.repeat_interleave(2, dim=1)
scores = 1.5 * queries @ keys.mT / math.sqrt(2)
scores = 2.0 * torch.tanh(scores / 2.0) + bias
query, key = torch.arange(5)[:, None], torch.arange(5)[None, :]
weights = masked_softmax(scores, (key <= query) & ((key >= query - 1) | (key < 1)))
output = F.linear((weights @ values).transpose(1, 2).flatten(2), parameters["output.weight"])
inputs = {"x": x, "bias": bias, **parameters}
case("grouped_query_with_options", inputs, {"output": output, "weights": weights})


def parameters_of_newer(relu):
    parameters = {"embedding.weight": half(TARGET_VOCAB, HIDDEN)}
    for block in range(BLOCKS):
        prefix = f"blocks.{block}."
        norms = [parameters_of_norm(f"{prefix}{name}_norm.") for name in ("attention", "feed_forward")]
        parameters |= norms[0] | parameters_of_grouped(f"{prefix}attention.", HIDDEN, 2, 1) | norms[1]
        if relu:
            parameters |= {f"{prefix}feed_forward.inner.weight": half(WIDTH, HIDDEN)}
            parameters |= {f"{prefix}feed_forward.inner.bias": half(WIDTH)}
            parameters |= {f"{prefix}feed_forward.outer.weight": half(HIDDEN, WIDTH)}
            parameters |= {f"{prefix}feed_forward.outer.bias": half(HIDDEN)}
        else:
            parameters |= parameters_of_gated(f"{prefix}feed_forward.", HIDDEN, WIDTH)
    parameters |= parameters_of_norm("norm.")
    if relu:
        return parameters | {"output.weight": half(TARGET_VOCAB, HIDDEN), "buckets": leaf(4, 2)}
    # An RMS norm has no bias.
    return {name: value for name, value in parameters.items() if not name.endswith("norm.bias")}


def run_newer(parameters, relu):
    def norm(prefix, x):
        gain = parameters[f"{prefix}norm.weight"]
        if relu:
            return F.layer_norm(x, (HIDDEN,), gain, parameters[f"{prefix}norm.bias"])
        return F.rms_norm(x, (HIDDEN,), gain, eps=1e-5)

    x = F.embedding(INPUTS, parameters["embedding.weight"]) * math.sqrt(HIDDEN)
    steps, bias = INPUTS.shape[1], None
    if relu:
        # Offsets 0 and 1 have buckets of their own; 2 + floor(2 ln(offset / 2) / ln 2) is 2 and 3 for the others.
        bucket_of_offset = torch.tensor([0, 1, 2, 3])
        offsets = (torch.arange(steps)[:, None] - torch.arange(steps)).clamp(min=0)
        bias = parameters["buckets"][bucket_of_offset[offsets]].permute(2, 0, 1)
    for block in range(BLOCKS):
        prefix = f"blocks.{block}."
        x = x + grouped(parameters, f"{prefix}attention.", norm(f"{prefix}attention_", x), 2, 1, bias)
        inner = norm(f"{prefix}feed_forward_", x)
        if relu:
            layers = [[parameters[f"{prefix}feed_forward.{name}.{kind}"] for kind in ("weight", "bias")]
                      for name in ("inner", "outer")]
            x = x + F.linear(F.relu(F.linear(inner, *layers[0])), *layers[1])
        else:
            x = x + gated(parameters, f"{prefix}feed_forward.", inner)
    logits = F.linear(norm("", x), parameters["output.weight" if relu else "embedding.weight"])
    return {"logits": logits, "loss": masked_loss(logits)}


for name, relu in {"today": False, "buckets": True}.items():
    parameters = parameters_of_newer(relu)
    data_of(f"decoder_only_{name}")
    case(f"decoder_only_{name}", parameters, run_newer(parameters, relu))

# Attention of six heads that share three or two key heads, or one.

torch.manual_seed(14)
for key_heads in (3, 2, 1):
    queries, keys, values = leaf(2, 4, 6 * 2), leaf(2, 5, key_heads * 2), leaf(2, 5, key_heads * 3)
    heads = [
        x.reshape(2, x.shape[1], count, -1).transpose(1, 2)
        for x, count in ((queries, 6), (keys, key_heads), (values, key_heads))
    ]
    allowed = torch.arange(5)[None] <= torch.arange(4)[:, None] + 1
    output = F.scaled_dot_product_attention(*heads, attn_mask=allowed, enable_gqa=True)
    output = output.transpose(1, 2).reshape(2, 4, 6 * 3)
    case(f"grouped_attention_{key_heads}", {"queries": queries, "keys": keys, "values": values}, {"output": output})

# A memory in one matrix, token by token.

torch.manual_seed(15)
q, k = leaf(2, 5, 3), leaf(2, 5, 3)
v = leaf(2, 5, 4)
factors = (torch.randint(32, 128, (2, 5)).double() / 128).requires_grad_()
state, rows = torch.zeros(2, 3, 4), []
for t in range(5):
    state = factors[:, t, None, None] * state + k[:, t, :, None] * v[:, t, None, :]
    rows.append((q[:, t, None, :] @ state)[:, 0])
inputs = {"queries": q, "keys": k, "values": v, "factors": factors}
case("linear_attend", inputs, {"output": torch.stack(rows, 1)})

k = (torch.randint(-64, 65, (2, 5, 3)).double() / 128).requires_grad_()
rates = (torch.randint(32, 128, (2, 5)).double() / 128).requires_grad_()
state, rows = torch.zeros(2, 3, 4), []
for t in range(5):
    key = k[:, t, :, None]
    error = v[:, t, None, :] - key.transpose(1, 2) @ state
    state = state + rates[:, t, None, None] * key @ error
    rows.append((q[:, t, None, :] @ state)[:, 0])
inputs = {"queries": q, "keys": k, "values": v, "rates": rates}
case("delta_attend", inputs, {"output": torch.stack(rows, 1)})

a, b = leaf(2, 4, 4), leaf(2, 4, 3)
case("solve_unit_lower", {"a": a, "b": b}, {"u": torch.linalg.solve(torch.eye(4) + a.tril(-1), b)})

versions = f"Python {platform.python_version()}, PyTorch {torch.__version__}, NumPy {numpy.__version__}"
# One entry only: the order of several is another in every run.
metadata = {"made by": f"golden.py with {versions}"}
rounded = {name: tensor.float().contiguous() for name, tensor in tensors.items()}
save_file(rounded, Path(__file__).with_name("golden.safetensors"), metadata)
print(f"{len(tensors)} tensors, {sum(t.numel() for t in tensors.values())} numbers", metadata)
