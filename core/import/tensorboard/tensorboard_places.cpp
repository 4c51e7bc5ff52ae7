#include "core/import/tensorboard/tensorboard_places.h"

#include "core/bytes/valid_utf8.h"
#include "core/store/columns/run_store.h"

namespace lensboard::imports {

namespace {

constexpr std::size_t kLongestName = 1000; ///< in bytes; longer names are cut and numbered

} // namespace

TensorboardPlaces::LayerOfTag TensorboardPlaces::add(store::RunStore &run, std::string_view name, Content content)
{
    const std::string valid = bytes::validUtf8(name.substr(0, kLongestName));
    const std::size_t slash = valid.find('/', 1);
    const bool big = slash == std::string::npos || slash + 1 == valid.size();
    const Tag &tag = tagFor(run, valid.substr(0, big ? valid.size() : slash), big, content);
    const std::string wanted = big ? tag.name : valid.substr(slash + 1);
    std::string layer = wanted;
    int &count = m_layers[{tag.index, wanted}];
    while (++count > 1) { // for names that differ only in invalid UTF-8
        layer = wanted + " (" + std::to_string(count) + ')';
        if (m_layers.try_emplace({tag.index, layer}, 1).second)
            break;
    }
    return {tag.index, layer};
}

const TensorboardPlaces::LayerOfTag &TensorboardPlaces::share(store::RunStore &run, std::string_view name)
{
    const auto [known, added] = m_shares.try_emplace(std::string(name));
    if (added)
        known->second = add(run, name, Content::Shares);
    return known->second;
}

const TensorboardPlaces::Tag &TensorboardPlaces::tagFor(store::RunStore &run, const std::string &name, bool big,
                                                        Content content)
{
    const auto [known, added] = m_tags.try_emplace({name, big, content});
    Tag &tag = known->second;
    if (!added)
        return tag;
    const std::string kind = content == Content::Histograms ? (big ? " (histogram)" : " (histograms)")
                           : content == Content::Shares     ? " (relations)"
                                                            : (big ? " (single)" : " (group)");
    const std::string wanted = name.empty() ? "(no name)" : name;
    tag.name = wanted;
    for (int number = 1; !m_names.insert(tag.name).second; ++number)
        tag.name = wanted + kind + (number == 1 ? "" : ' ' + std::to_string(number));
    const auto tagKind = content == Content::Shares ? record::TagKind::Relations : record::TagKind::Numerical;
    record::TagSpec spec{tag.name, "TensorBoard", tagKind, "value", big};
    spec.foreignName = name;
    tag.index = run.registerTag(spec);
    return tag;
}

} // namespace lensboard::imports
