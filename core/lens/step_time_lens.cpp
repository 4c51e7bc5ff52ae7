#include "core/lens/step_time_lens.h"

#include "core/experiment/watcher_tags.h"
#include "core/record/message.h"
#include "core/tensor/library.h"

#include <array>
#include <mutex>
#include <ranges>

namespace lensboard::lens {

using Clock = StepParts::Clock;

StepTimeLens::StepTimeLens(const settings::StepTime &settings) : m_tags(experiment::tagsOf(settings)) {}

void StepTimeLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    m_gatherers = &gatherers;
    m_attached = std::make_shared<char>();
    m_parts.restart();
    m_hooks.push_back(gatherers.tap().afterStep([this] { m_parts.endStep(Clock::now()); }));
    m_hooks.push_back(gatherers.atTickEnd([this] { m_parts.pause(Clock::now()); }));
    attachMore(gatherers, layers);
}

void StepTimeLens::attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    constexpr std::size_t kWithoutModules = 2;
    hook::ModelTap &tap = gatherers.tap();
    auto watchable = layers | std::views::filter([&](hook::ModuleId id) { return tap.canWatchForward(id); });
    if (m_hooks.size() > kWithoutModules || (!tap.canWatchForward(0) && watchable.empty()))
        return;
    const hook::ModuleId first = tap.canWatchForward(0) ? 0 : watchable.front();
    hook::ModuleId last = first;
    for (const hook::ModuleId id : watchable)
        if (first != 0)
            last = id;
    m_hooks.push_back(tap.beforeForward(first, [this](auto) { beginForward(); }));
    m_hooks.push_back(tap.afterForward(last, [this](auto, const Tensor &) { endForward(); }));
    m_hooks.push_back(tap.onOutputGradient(last, [this](const Tensor &) { beginBackward(); }));
}

void StepTimeLens::beginForward()
{
    m_gatherers->isTraining(0) ? m_parts.enter(StepParts::Forward, Clock::now()) : m_parts.exit(Clock::now());
}

void StepTimeLens::endForward()
{
    if (m_gatherers->isTraining(0))
        m_parts.enter(StepParts::Loss, Clock::now());
}

void StepTimeLens::beginBackward()
{
    m_parts.enter(StepParts::Backward, Clock::now());
    Library::current().atEndOfBackward([this, attached = std::weak_ptr(m_attached)] {
        const std::lock_guard alone(hook::callbackMutex());
        if (attached.lock())
            m_parts.enter(StepParts::Optimizer, Clock::now());
    });
}

void StepTimeLens::pushDataWait(double seconds)
{
    if (m_gatherers)
        m_parts.waited(seconds, Clock::now());
}

void StepTimeLens::plot(Plotter &out) const
{
    const std::array<std::string, StepParts::kParts> names = {record::term("waiting for data"), record::term("between steps"), record::term("forward"),
                                                              record::term("loss"), record::term("backward"), record::term("optimizer")};
    Plotter::Plot plot = out.plot(m_tags.front());
    for (std::size_t part = 0; part < StepParts::kParts; ++part)
        if (const stats::RunningStats &seconds = m_parts.of(StepParts::Part(part)); seconds.count() > 0)
            plot.line(0, part, seconds.mean(), [&] { return Plotter::Name{m_tags.front().name, names[part]}; });
    if (m_parts.of(StepParts::Forward).count() > 0)
        plot.line(0, StepParts::kParts, m_gatherers->costs().secondsPerStep(), [&] { return Plotter::Name{m_tags.front().name, record::term("watching")}; });
}

void StepTimeLens::endTick()
{
    m_parts.clear();
    m_parts.resume(Clock::now());
}

void StepTimeLens::skipTick()
{
    m_parts.restart();
}

void StepTimeLens::detach()
{
    m_hooks.clear();
    m_attached.reset();
    m_gatherers = nullptr;
    m_parts.restart();
}

} // namespace lensboard::lens
