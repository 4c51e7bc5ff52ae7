#include "core/recorder/module_walk.h"

#include <algorithm>

namespace lensboard::recorder {

namespace {

template <typename Item>
bool admits(const std::vector<Item> &list, const Item &item)
{
    return list.empty() || std::find(list.begin(), list.end(), item) != list.end();
}

/// Returns the modules that pass the filter and \p belongs. \p belongs receives the rest of a module's name after the root's.
template <typename Belongs>
std::vector<hook::ModuleId> walk(const hook::ModelTap &tap, const ModuleFilter &filter, hook::ModuleId root, const Belongs &belongs)
{
    const auto &modules = tap.modules();
    const std::string prefix = modules.at(root).name.empty() ? "" : modules[root].name + '.';
    std::vector<hook::ModuleId> chosen;
    std::size_t position = 0;
    for (hook::ModuleId id = root; id < modules.size(); ++id) {
        const bool below = id != root && modules[id].name.starts_with(prefix);
        if (!(id == root || below) || !belongs(below ? modules[id].name.substr(prefix.size()) : std::string()))
            continue;
        const torch::nn::Module *const module = tap.eagerModule(id);
        if (admits(filter.indices, position++) && admits(filter.types, modules[id].type) && (!filter.matches || (module && filter.matches(*module))))
            chosen.push_back(id);
    }
    return chosen;
}

} // namespace

std::vector<hook::ModuleId> modulesOf(const hook::ModelTap &tap, const ModuleFilter &filter, hook::ModuleId root)
{
    return walk(tap, filter, root, [](const std::string &) { return true; });
}

std::vector<hook::ModuleId> childrenOf(const hook::ModelTap &tap, const ModuleFilter &filter, hook::ModuleId root)
{
    return walk(tap, filter, root,
                [](const std::string &name) { return !name.empty() && name.find('.') == std::string::npos; });
}

} // namespace lensboard::recorder
