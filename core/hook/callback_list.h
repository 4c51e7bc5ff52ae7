#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace lensboard::hook {

/// Locked while callbacks are notified: autograd has one thread per device, and each replica of a model runs on its own thread.
inline std::recursive_mutex &callbackMutex()
{
    static std::recursive_mutex mutex;
    return mutex;
}

/// Keeps a callback registered while it lives. It may outlive the observed object.
class Hook
{
public:
    Hook() = default;
    /// Calls \p remove once: in reset() or in the destructor.
    explicit Hook(std::function<void()> remove) : m_remove(std::move(remove)) {}
    ~Hook() { reset(); }
    /// \p other is then empty.
    Hook(Hook &&other) noexcept : m_remove(std::exchange(other.m_remove, nullptr)) {}
    /// Exchanges both: \p other removes the previous callback.
    Hook &operator=(Hook &&other) noexcept
    {
        std::swap(m_remove, other.m_remove);
        return *this;
    }

    /// Removes the callback now. Does nothing on an empty hook.
    void reset()
    {
        if (const auto remove = std::exchange(m_remove, nullptr))
            remove();
    }

private:
    std::function<void()> m_remove;
};

/// Callbacks of one moment, called by rising order; callbacks of equal order are called in order of registration. A callback may remove
/// itself and others of the list; they are then not called again. A callback may also add callbacks; they may be called at once.
/// Thread: one at a time; see callbackMutex().
template <typename... Arguments>
class CallbackList
{
public:
    /// Called with the arguments of notify().
    using Callback = std::function<void(Arguments...)>;

    /// Registers \p callback until the hook is reset or destroyed.
    [[nodiscard]] Hook add(Callback callback, int order)
    {
        auto &list = m_entries->list;
        const auto place = std::ranges::find_if(list, [order](const Entry &entry) { return entry.order > order; });
        const auto added = list.insert(place, {order, std::move(callback)});
        ++m_entries->count;
        return Hook([entries = std::weak_ptr(m_entries), added] {
            if (const auto alive = entries.lock())
                alive->remove(added);
        });
    }

    /// Calls all callbacks. An exception ends the notification and propagates.
    void notify(Arguments... arguments) const
    {
        const Notification running(m_entries);
        for (const Entry &entry : running.entries->list)
            if (!entry.isRemoved)
                entry.callback(arguments...);
    }

    /// Returns true if no callback is registered.
    bool empty() const { return size() == 0; }
    /// Number of registered callbacks.
    std::size_t size() const { return m_entries->count; }
    /// Returns true inside of notify().
    bool isNotifying() const { return m_entries->notifications > 0; }

private:
    struct Entry
    {
        int order;
        Callback callback;
        bool isRemoved = false; ///< removed during a notification
    };
    struct Entries
    {
        std::list<Entry> list; ///< a list, so that a callback does not move while it runs
        std::size_t count = 0; ///< without removed callbacks
        int notifications = 0; ///< number of nested notifications

        void remove(typename std::list<Entry>::iterator entry)
        {
            --count;
            if (notifications > 0)
                entry->isRemoved = true;
            else
                list.erase(entry);
        }
    };
    struct Notification
    {
        explicit Notification(std::shared_ptr<Entries> running) : entries(std::move(running)) { ++entries->notifications; }
        ~Notification()
        {
            if (--entries->notifications == 0 && entries->list.size() > entries->count)
                entries->list.remove_if([](const Entry &entry) { return entry.isRemoved; });
        }
        Notification(const Notification &) = delete;
        Notification &operator=(const Notification &) = delete;

        std::shared_ptr<Entries> entries; ///< keeps the entries alive if a callback destroys the list
    };
    std::shared_ptr<Entries> m_entries = std::make_shared<Entries>();
};

} // namespace lensboard::hook
