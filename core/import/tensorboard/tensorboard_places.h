#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::imports {

/// Where TensorBoard's tags are shown: "a/b/c" as layer b/c of tag a, a name that cannot be divided as a big tag.
///
/// Scalars, histograms and shares, and a name that is a big tag and the first part of others, have tags of their own; the
/// one that comes later gets a longer name. No two places are the same.
class TensorboardPlaces
{
public:
    enum class Content { Scalars, Histograms, Shares };

    struct Place
    {
        std::uint32_t tag = 0;
        std::string layer;
    };

    /// A new place for \p name, registering its tag with \p run if that is new.
    Place add(store::RunStore &run, std::string_view name, Content content);
    /// The place of all shares of \p name, which are relations.
    const Place &share(store::RunStore &run, std::string_view name);

private:
    struct Tag
    {
        std::uint32_t index = 0;
        std::string name;
    };

    const Tag &tagFor(store::RunStore &run, const std::string &name, bool big, Content content);

    std::map<std::tuple<std::string, bool, Content>, Tag> m_tags;
    std::set<std::string> m_names;
    std::map<std::string, Place> m_shares; ///< by name
    std::map<std::pair<std::uint32_t, std::string>, int> m_layers; ///< and how often each was wanted
};

} // namespace lensboard::imports
