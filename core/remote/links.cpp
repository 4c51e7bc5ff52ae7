#include "core/remote/links.h"

#include "core/remote/ssh_process.h"

#include <list>
#include <mutex>
#include <optional>
#include <utility>

namespace lensboard::remote {

namespace {

/// Returns the path of \p place relative to \p folder; nullopt if it is not below \p folder.
std::optional<std::string> within(const Location &folder, const Location &place)
{
    Location there = place;
    there.path = folder.path;
    if (!(there == folder) || !place.path.starts_with(folder.path))
        return std::nullopt;
    std::string rest = place.path.substr(folder.path.size());
    if (rest.empty() || folder.path.ends_with('/'))
        return rest;
    return rest.front() == '/' ? std::optional(rest.substr(1)) : std::nullopt;
}

} // namespace

LinkedLocation linkTo(const Location &place)
{
    static std::mutex mutex;
    static std::list<std::pair<Location, std::weak_ptr<Link>>> links;
    const std::lock_guard lock(mutex);
    std::erase_if(links, [](const auto &each) { return each.second.expired(); });
    for (const auto &[folder, known] : links)
        if (auto link = known.lock(); link && link->state().kind != LinkState::Kind::Failed)
            if (const auto rest = within(folder, place))
                return {std::move(link), *rest};
    auto link = std::make_shared<Link>([place] { return startPeer(sshCommand(place)); });
    links.emplace_back(place, link);
    return {std::move(link), {}};
}

} // namespace lensboard::remote
