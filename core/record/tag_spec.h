#pragma once

#include <optional>
#include <string>
#include <utility>

namespace lensboard::record {

/// Kind of a tag's plots.
enum class TagKind {
    Numerical,   ///< lines, with bands around them
    Probability, ///< lines in [0, 1]
    Relations,   ///< shares of a whole
    Tensors      ///< tensors, shown one at a time
};

/// A quantity that a lens shows. If \c big, one plot for the tag, else one plot per layer.
struct TagSpec
{
    std::string name;
    std::string lens; ///< the lens that registered it
    TagKind kind = TagKind::Numerical;
    std::string quantity = {}; ///< label of the y axis, with its unit: "L2 norm", "cosine"
    bool big = false;
    bool logY = false;
    bool annotate = true;
    std::optional<std::pair<double, double>> yLimits = std::nullopt; ///< low, high
    /// The tag's name in another tool's file, if that file has one name per series: a series of a big tag has this name, another one this
    /// name, '/' and its layer. Differs from \c name if \c name was already taken.
    std::optional<std::string> foreignName = std::nullopt;

    bool operator==(const TagSpec &) const = default;
};

/// Tag for the share of a tick's steps that each lens measured within its budget: one line per lens, labelled with the lens's name.
/// kCoverageLens is the lens name recorded for it; no lens has this name.
inline constexpr const char *kCoverageTag = "Steps Measured";
inline constexpr const char *kCoverageLens = "Inspector";

/// Returns the name of a kind in run files.
const char *toText(TagKind kind);
/// Errors: std::invalid_argument if \p text is not the name of a kind.
TagKind tagKindFromText(const std::string &text);

} // namespace lensboard::record
