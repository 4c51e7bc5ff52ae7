#pragma once

#include "core/experiment/settings/model_settings.h"
#include "core/model/model.h"

#include <cstdint>

namespace lensboard::model {

/// A decoder that predicts the next token: token and position embeddings, blocks of causal self-attention and a wide hidden layer,
/// a final layer norm, a linear layer. Inside a block, each part follows a layer norm and has a residual connection.
///
/// Shape:  int64 tokens [N, T] to scores [N, \p vocabulary, T], T at most \p context.
/// Errors: std::invalid_argument if the width is not divisible by the number of heads, the model does not fit into memory,
/// or a text is longer than \p context.
/// Source: Radford et al., Language Models are Unsupervised Multitask Learners, 2019 (GPT-2), including the initial weights.
Model makeTransformer(const settings::Transformer &wanted, std::int64_t context, std::int64_t vocabulary);

} // namespace lensboard::model
