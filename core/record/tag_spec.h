#pragma once

#include <optional>
#include <string>
#include <utility>

namespace lensboard::record {

enum class TagKind {
    Numerical,   ///< lines, with bands around them
    Probability, ///< lines in [0, 1]
    Relations,   ///< shares of a whole
    Tensors      ///< tensors, which are no lines: shown one by one
};

/// A quantity that a lens shows: one plot if \c big, else one plot per layer.
struct TagSpec
{
    std::string name;
    std::string lens; ///< the lens that introduced it
    TagKind kind = TagKind::Numerical;
    std::string quantity = {}; ///< what the y axis measures, with its unit: "L2 norm", "cosine"
    bool big = false;
    bool logY = false;
    bool annotate = true;
    std::optional<std::pair<double, double>> yLimits = std::nullopt; ///< low, high
    /// Of a tag from a file in which a series has but one name, what it is called there: the series of a big tag is
    /// called just so, others so, '/' and their layer. Differs from \c name where that was taken.
    std::optional<std::string> foreignName = std::nullopt;

    bool operator==(const TagSpec &) const = default;
};

/// The tag that says which share of a tick's steps each lens measured within its budget: a line a lens, labelled with its name. And the lens
/// that it is of, which is none.
inline constexpr const char *kCoverageTag = "Steps Measured";
inline constexpr const char *kCoverageLens = "Inspector";

const char *toText(TagKind kind);
/// Errors: std::invalid_argument if \p text names no kind.
TagKind tagKindFromText(const std::string &text);

} // namespace lensboard::record
