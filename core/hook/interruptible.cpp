#include "core/hook/interruptible.h"

#include <stdexcept>
#include <utility>

namespace lensboard::hook {

namespace {

thread_local const std::atomic<bool> *interruption = nullptr;

} // namespace

Interruptible::Interruptible(const std::atomic<bool> &asked) : m_before(std::exchange(interruption, &asked)) {}

Interruptible::~Interruptible()
{
    interruption = m_before;
}

void Interruptible::look()
{
    if (interruption && interruption->load(std::memory_order_relaxed))
        throw std::runtime_error("interrupted");
}

} // namespace lensboard::hook
