#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Reads a text as samples of T characters; each character is predicted from the preceding ones. The end of the text is
/// for validation. Tokens number the training part's characters by code point; the last token is any other character.
///
/// Shape:  inputs and targets [N, T], int32.
/// Errors: DatasetError.
Dataset makeTextDataset(const settings::Text &text, const session::ProgressReport &report);

} // namespace lensboard::dataset
