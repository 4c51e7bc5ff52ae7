#pragma once

#include "core/experiment/settings/model_settings.h"
#include "core/model/model.h"

#include <cstdint>

namespace lensboard::model {

/// A decoder that predicts the next token from those before it: token and position embeddings, blocks of causal
/// self-attention and a wide hidden layer, each behind a layer norm and added to its input, a norm, a linear layer.
///
/// Shape:  int64 tokens [N, T] to scores [N, \p vocabulary, T], T at most \p context.
/// Errors: std::invalid_argument if the width cannot be divided among the heads, the model needs more memory than
///         there is, or a text is longer than \p context.
/// Source: Radford et al., Language Models are Unsupervised Multitask Learners, 2019 (GPT-2), initial weights included.
Model makeTransformer(const settings::Transformer &wanted, std::int64_t context, std::int64_t vocabulary);

} // namespace lensboard::model
