#pragma once

#include "core/record/tag_spec.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace lensboard::imports {

/// Finds the plot of a scalar with a flat name: "loss" gets its own plot; "train/loss/mean" becomes layer "loss/mean" of the
/// tag "train", one of many in a plot. If both "a" and "a/b" exist, or a histogram of that name, the later one's tag gets
/// another name.
class ScalarNames
{
public:
    static constexpr const char *kLabel = "value";
    enum class Content { Values, Histograms };

    struct Line
    {
        record::TagSpec tag;
        std::string layer;
    };

    explicit ScalarNames(std::string lens) : m_lens(std::move(lens)) {}

    Line lineOf(std::string_view name, Content content = Content::Values);

private:
    std::string tagName(const std::string &wanted, bool big, Content content);

    std::string m_lens;
    std::map<std::tuple<std::string, bool, Content>, std::string> m_names; ///< names of tags, by wanted name and big or not
    std::set<std::string> m_taken;
};

} // namespace lensboard::imports
