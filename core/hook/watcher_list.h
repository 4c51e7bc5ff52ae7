#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace lensboard::hook {

/// Keeps a watcher registered for as long as it lives. It may outlive what it watches.
class Hook
{
public:
    Hook() = default;
    explicit Hook(std::function<void()> remove) : m_remove(std::move(remove)) {}
    ~Hook() { reset(); }
    Hook(Hook &&other) noexcept : m_remove(std::exchange(other.m_remove, nullptr)) {}
    Hook &operator=(Hook &&other) noexcept
    {
        std::swap(m_remove, other.m_remove);
        return *this;
    }

    void reset()
    {
        if (const auto remove = std::exchange(m_remove, nullptr))
            remove();
    }

private:
    std::function<void()> m_remove;
};

/// Watchers of one moment, called by rising order, and in the order of their registration within one.
/// Thread: one at a time. A watcher must not add or remove watchers of the list that calls it.
template <typename... Arguments>
class WatcherList
{
public:
    using Watcher = std::function<void(Arguments...)>;

    [[nodiscard]] Hook add(Watcher watcher, int order)
    {
        const std::uint64_t key = m_entries->next++;
        auto &list = m_entries->list;
        const auto place = std::upper_bound(list.begin(), list.end(), order,
                                            [](int value, const Entry &entry) { return value < entry.order; });
        list.insert(place, {order, key, std::move(watcher)});
        return Hook([entries = std::weak_ptr(m_entries), key] {
            if (const auto alive = entries.lock())
                std::erase_if(alive->list, [key](const Entry &entry) { return entry.key == key; });
        });
    }

    void notify(Arguments... arguments) const
    {
        for (const Entry &entry : m_entries->list)
            entry.watcher(arguments...);
    }

    bool empty() const { return m_entries->list.empty(); }
    std::size_t size() const { return m_entries->list.size(); }

private:
    struct Entry
    {
        int order;
        std::uint64_t key;
        Watcher watcher;
    };
    struct Entries
    {
        std::vector<Entry> list;
        std::uint64_t next = 0;
    };
    std::shared_ptr<Entries> m_entries = std::make_shared<Entries>();
};

} // namespace lensboard::hook
