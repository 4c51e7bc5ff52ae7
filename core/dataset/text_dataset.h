#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// A text as samples of T characters, each to be predicted from those before it; the end of the text validates.
/// Tokens number the characters of the training part by code point; the last one stands for all others.
///
/// Shape:  inputs and targets [N, T], int32.
/// Errors: DatasetError.
Dataset makeTextDataset(const settings::Text &text, const session::ProgressReport &report);

} // namespace lensboard::dataset
