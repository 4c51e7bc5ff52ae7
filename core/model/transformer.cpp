#include "core/model/transformer.h"

#include "core/model/memory_budget.h"
#include "core/model/sequential.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/ones.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace lensboard::model {

namespace nn = torch::nn;

namespace {

struct TransformerShape
{
    std::int64_t context;
    std::int64_t vocabulary;
    std::int64_t layers;
    std::int64_t heads;
    std::int64_t width;
    double dropout;
};

/// Causal multi-head self-attention: each position attends to itself and to earlier positions.
///
/// Shape:  [N, T, width] to [N, T, width].
class AttentionImpl : public nn::Module
{
public:
    AttentionImpl(std::int64_t width, std::int64_t heads)
        : m_heads(heads), m_qkv(register_module("qkv", std::make_shared<Linear>(width, 3 * width))),
          m_softmax(register_module("softmax", std::make_shared<hook::Tapped<nn::SoftmaxImpl>>(-1))),
          m_proj(register_module("proj", std::make_shared<Linear>(width, width)))
    {
    }

    at::Tensor forward(const at::Tensor &input)
    {
        const std::int64_t length = input.size(1), width = input.size(2), headWidth = width / m_heads;
        const at::Tensor qkv = m_qkv->forward(input).view({-1, length, 3, m_heads, headWidth}).permute({2, 0, 3, 1, 4});
        const at::Tensor queries = qkv[0], keys = qkv[1], values = qkv[2]; // [N, heads, T, headWidth]
        const at::Tensor later = at::ones({length, length}, input.options().dtype(at::kBool)).triu(1);
        const at::Tensor scores = queries.matmul(keys.transpose(-2, -1)) / std::sqrt(static_cast<double>(headWidth));
        const at::Tensor weights = m_softmax->forward(scores.masked_fill(later, -std::numeric_limits<double>::infinity()));
        return m_proj->forward(weights.matmul(values).transpose(1, 2).reshape({-1, length, width}));
    }

private:
    using Linear = hook::Tapped<nn::LinearImpl>;

    std::int64_t m_heads;
    std::shared_ptr<Linear> m_qkv;
    std::shared_ptr<hook::Tapped<nn::SoftmaxImpl>> m_softmax;
    std::shared_ptr<Linear> m_proj;
};

/// Attention, then a hidden layer, each with a residual connection.
///
/// Shape:  [N, T, width] to [N, T, width].
class TransformerBlockImpl : public SequentialImpl
{
public:
    explicit TransformerBlockImpl(const TransformerShape &shape)
    {
        add<nn::LayerNormImpl>("ln1", nn::LayerNormOptions({shape.width}));
        add<AttentionImpl>("attn", shape.width, shape.heads);
        if (shape.dropout > 0)
            add<nn::DropoutImpl>("dropout1", shape.dropout);
        m_mlpAt = size();
        add<nn::LayerNormImpl>("ln2", nn::LayerNormOptions({shape.width}));
        const auto mlp = add<SequentialImpl>("mlp");
        mlp->add<nn::LinearImpl>("fc1", shape.width, 4 * shape.width);
        mlp->add<nn::GELUImpl>("gelu");
        mlp->add<nn::LinearImpl>("fc2", 4 * shape.width, shape.width);
        if (shape.dropout > 0)
            add<nn::DropoutImpl>("dropout2", shape.dropout);
    }

    at::Tensor forward(const at::Tensor &input)
    {
        const at::Tensor attended = input + run(input, 0, m_mlpAt);
        return attended + run(attended, m_mlpAt, size());
    }

private:
    std::size_t m_mlpAt = 0; ///< number of stages before the second norm
};

class TransformerImpl : public SequentialImpl
{
public:
    explicit TransformerImpl(const TransformerShape &shape)
        : m_context(shape.context),
          m_tokens(register_module("tokens", std::make_shared<Embedding>(shape.vocabulary, shape.width))),
          m_positions(register_module("positions", std::make_shared<Embedding>(shape.context, shape.width)))
    {
        if (shape.dropout > 0)
            add<nn::DropoutImpl>("dropout", shape.dropout);
        const auto blocks = add<SequentialImpl>("blocks");
        for (std::int64_t layer = 0; layer < shape.layers; ++layer)
            blocks->add<TransformerBlockImpl>(std::to_string(layer), shape);
        add<nn::LayerNormImpl>("ln", nn::LayerNormOptions({shape.width}));
        add<nn::LinearImpl>("head", shape.width, shape.vocabulary);
        initialise();
    }

    at::Tensor forward(const at::Tensor &tokens)
    {
        if (tokens.size(1) > m_context)
            throw record::InvalidArgument(record::message("a text of %1 tokens, expected at most %2", tokens.size(1), m_context));
        const at::Tensor positions = at::arange(tokens.size(1), tokens.options());
        return SequentialImpl::forward(m_tokens->forward(tokens) + m_positions->forward(positions));
    }

private:
    using Embedding = hook::Tapped<nn::EmbeddingImpl>;

    void initialise()
    {
        const at::NoGradGuard noGradients;
        for (auto &parameter : named_parameters())
            if (parameter.value().dim() > 1)
                parameter.value().normal_(0, 0.02);
            else if (parameter.key().ends_with("bias"))
                parameter.value().zero_();
    }

    std::int64_t m_context;
    std::shared_ptr<Embedding> m_tokens;
    std::shared_ptr<Embedding> m_positions;
};

void checkMemory(const TransformerShape &shape)
{
    MemoryBudget memory;
    memory.add((2 * shape.vocabulary + shape.context) * shape.width);
    memory.add(12 * shape.width * shape.width * shape.layers);
}

} // namespace

Model makeTransformer(const settings::Transformer &wanted, std::int64_t context, std::int64_t vocabulary)
{
    const TransformerShape shape{context, vocabulary, wanted.layers, wanted.heads, wanted.width, wanted.dropout};
    if (shape.width % shape.heads != 0)
        throw record::InvalidArgument(record::message("a width of %1 cannot be divided among %2 heads", shape.width, shape.heads));
    checkMemory(shape);
    auto net = std::make_shared<hook::Tapped<TransformerImpl>>(shape);
    return {net, [net](const at::Tensor &tokens) { return net->forward(tokens).transpose(1, 2); }};
}

} // namespace lensboard::model
