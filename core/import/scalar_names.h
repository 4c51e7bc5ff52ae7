#pragma once

#include "core/record/tag_spec.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Where a scalar of a flat name is shown: "loss" in a plot of its own, "train/loss/mean" as layer "loss/mean" of the
/// tag "train", one plot of many. Where both "a" and "a/b" exist, the later one's tag is called otherwise.
class ScalarNames
{
public:
    static constexpr const char *kLabel = "value";

    struct Place
    {
        record::TagSpec tag;
        std::string layer;
    };

    explicit ScalarNames(std::string lens) : m_lens(std::move(lens)) {}

    Place place(std::string_view name);

private:
    std::string tagName(const std::string &wanted, bool big);

    std::string m_lens;
    std::map<std::pair<std::string, bool>, std::string> m_names; ///< of tags, by what was wanted and whether it is big
    std::set<std::string> m_taken;
};

} // namespace lensboard::imports
