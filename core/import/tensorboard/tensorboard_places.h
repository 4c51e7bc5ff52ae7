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

/// Maps TensorBoard's tags to places in a run: "a/b/c" to layer b/c of tag a, a name without parts to a big tag.
///
/// Scalars, histograms and shares have separate tags; so do a big tag and the equal first part of other names. The later one
/// gets a longer name. All places are different.
class TensorboardPlaces
{
public:
    enum class Content { Scalars, Histograms, Shares };

    struct LayerOfTag
    {
        std::uint32_t tag = 0;
        std::string layer;
    };

    /// Returns a new place for \p name. Registers its tag with \p run if the tag is new.
    LayerOfTag add(store::RunStore &run, std::string_view name, Content content);
    /// Returns the common place of all shares of \p name, shown as relations.
    const LayerOfTag &share(store::RunStore &run, std::string_view name);

private:
    struct Tag
    {
        std::uint32_t index = 0;
        std::string name;
    };

    const Tag &tagFor(store::RunStore &run, const std::string &name, bool big, Content content);

    std::map<std::tuple<std::string, bool, Content>, Tag> m_tags;
    std::set<std::string> m_names;
    std::map<std::string, LayerOfTag> m_shares; ///< by name
    std::map<std::pair<std::uint32_t, std::string>, int> m_layers; ///< number of requests for each place
};

} // namespace lensboard::imports
