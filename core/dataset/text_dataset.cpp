#include "core/dataset/text_dataset.h"

#include "core/dataset/file_activity.h"
#include "core/dataset/text_file.h"
#include "core/record/message.h"

#include <ATen/ops/from_blob.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

namespace lensboard::dataset {

namespace {

constexpr std::size_t kLargestVocabulary = 65536; ///< including the unknown character
constexpr std::size_t kCodePoints = 0x110000;

/// Applies \p work to each character. Calls \p alive at regular intervals.
template <typename Work>
void forEach(std::span<std::int32_t> characters, const std::function<void()> &alive, const Work &work)
{
    constexpr std::size_t kPiece = 1 << 20;
    for (std::size_t i = 0; i < characters.size(); ++i) {
        if (i % kPiece == 0)
            alive();
        work(characters[i]);
    }
}

/// Returns the distinct characters, sorted by code point.
std::u32string vocabularyOf(std::span<std::int32_t> characters, const std::function<void()> &alive)
{
    std::vector<bool> seen(kCodePoints);
    forEach(characters, alive, [&](std::int32_t character) { seen[static_cast<std::size_t>(character)] = true; });
    std::u32string vocabulary;
    for (std::size_t character = 0; character < kCodePoints; ++character)
        if (seen[character])
            vocabulary.push_back(static_cast<char32_t>(character));
    return vocabulary;
}

/// Replaces characters by tokens in place. Returns the number of unknown characters.
std::int64_t tokenise(std::span<std::int32_t> characters, const std::u32string &vocabulary,
                      const std::function<void()> &alive)
{
    const auto unknown = static_cast<std::int32_t>(vocabulary.size());
    std::vector<std::int32_t> tokens(kCodePoints, unknown);
    for (std::size_t token = 0; token < vocabulary.size(); ++token)
        tokens[vocabulary[token]] = static_cast<std::int32_t>(token);
    std::int64_t unknowns = 0;
    forEach(characters, alive, [&](std::int32_t &character) {
        character = tokens[static_cast<std::size_t>(character)];
        unknowns += character == unknown;
    });
    return unknowns;
}

/// Returns a tensor that owns the vector's memory.
at::Tensor tensorOf(std::vector<std::int32_t> values)
{
    const auto kept = std::make_shared<std::vector<std::int32_t>>(std::move(values));
    return at::from_blob(kept->data(), {static_cast<std::int64_t>(kept->size())}, [kept](void *) {}, at::kInt);
}

/// Cuts \p tokens into consecutive windows. Targets are shifted by one token. Inputs and targets are views.
Samples windows(const at::Tensor &tokens, std::int64_t context)
{
    const std::int64_t count = (tokens.size(0) - 1) / context;
    const auto from = [&](std::int64_t start) { return tokens.narrow(0, start, count * context).view({count, context}); };
    return {from(0), from(1)};
}

} // namespace

Dataset makeTextDataset(const settings::Text &text, const session::ProgressReport &report)
{
    const std::string &path = text.path;
    const std::int64_t context = text.context;
    const double share = text.validationShare;
    std::vector<std::int32_t> characters = readText(path, fileActivity(report, path));
    const auto alive = [&] { report(record::message("numbering the characters of %1",
                                                    std::filesystem::path(path).filename().string())); };
    const auto size = static_cast<std::int64_t>(characters.size());
    const std::int64_t validation = std::llround(static_cast<double>(size) * share), training = size - validation;
    if (std::min(training, validation) <= context) {
        const double needed = std::ceil(static_cast<double>(context + 1) / std::min(share, 1 - share));
        throw DatasetError(record::message("%1: has %2 characters, expected %3 so that training and validation each have the "
                                           "%4 that a sample takes; use a longer text or a smaller dataset.context",
                                           path, size, std::llround(needed), context + 1));
    }
    Dataset dataset;
    dataset.vocabulary = vocabularyOf(std::span(characters).first(static_cast<std::size_t>(training)), alive);
    if (dataset.vocabulary.size() >= kLargestVocabulary)
        throw DatasetError(record::message("%1: has %2 different characters, expected less than %3",
                                           path, dataset.vocabulary.size(), kLargestVocabulary));
    if (const std::int64_t unknowns = tokenise(characters, dataset.vocabulary, alive))
        dataset.notices.push_back(record::message("%1 of %2 characters for validation do not occur in training: they count as "
                                                  "unknown.",
                                                  unknowns, validation));
    dataset.classes = static_cast<std::int64_t>(dataset.vocabulary.size()) + 1;
    const at::Tensor tokens = tensorOf(std::move(characters));
    dataset.training = windows(tokens.narrow(0, 0, training), context);
    dataset.validation = windows(tokens.narrow(0, training, validation), context);
    return dataset;
}

} // namespace lensboard::dataset
