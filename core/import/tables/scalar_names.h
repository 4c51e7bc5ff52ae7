#pragma once

#include "core/record/tag_spec.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace lensboard::imports {

/// Where a scalar of a flat name is shown: "loss" in a plot of its own, "train/loss/mean" as layer "loss/mean" of the
/// tag "train", one plot of many. Where both "a" and "a/b" exist, or histograms so called, the later one's tag is called
/// otherwise.
class ScalarNames
{
public:
    static constexpr const char *kLabel = "value";
    enum class Content { Values, Histograms };

    struct Place
    {
        record::TagSpec tag;
        std::string layer;
    };

    explicit ScalarNames(std::string lens) : m_lens(std::move(lens)) {}

    Place place(std::string_view name, Content content = Content::Values);

private:
    std::string tagName(const std::string &wanted, bool big, Content content);

    std::string m_lens;
    std::map<std::tuple<std::string, bool, Content>, std::string> m_names; ///< of tags, by what was wanted and if it is big
    std::set<std::string> m_taken;
};

} // namespace lensboard::imports
