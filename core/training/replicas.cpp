#include "core/training/replicas.h"

#include "core/aten/aten_tensor.h"
#include "core/control/control_protocol.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_differences.h"
#include "core/model/trainable_model.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

namespace lensboard::training {

using experiment::Json;

namespace {

/// Message that ends a meeting of all processes.
std::string goOn()
{
    return control::toBytes(session::Command{session::Command::Kind::Start});
}

} // namespace

Replicas::Replicas(const session::ProcessRank &place, const session::ProgressReport &report) : m_group(distributed::join(place, report)) {}

void Replicas::agree(const Json &own)
{
    const std::vector<std::string> all = m_group->collect(own.dump());
    for (std::size_t rank = 1; rank < all.size(); ++rank)
        for (const experiment::ComparedKey &key : experiment::compareExperiments({all.front(), all[rank]}))
            if (key.differs())
                throw record::Error(record::message("process %1 trains another experiment than the first process: %2 is %3 there, not %4", rank, key.path,
                                                         key.values.back().json.dump(), key.values.front().json.dump()));
    goOnTogether();
}

void Replicas::begin(model::TrainableModel &model, const std::vector<at::Tensor> &parameters, bool someUnused)
{
    const at::NoGradGuard noGradients;
    m_model = &model;
    m_hasBuffers = !model.buffers().empty();
    std::vector<at::Tensor> weights;
    for (const at::Tensor &parameter : parameters)
        weights.push_back(parameter.detach());
    m_group->broadcast(weights);
    shareBuffers();
    m_reducer = m_group->reducer(parameters, someUnused);
    m_check.emplace(viewsOf(model.parameters()));
    m_sumsOfAll.resize(static_cast<std::size_t>(size()));
}

bool Replicas::mayTakeCommands(bool someWait)
{
    m_commandsWait = someWait;
    return m_isMeeting;
}

void Replicas::send(const session::Command &command)
{
    m_group->post(control::toBytes(command));
}

bool Replicas::beginBatch(const std::function<void(const session::Command &command)> &follow)
{
    if (m_isMeeting && m_group->isFirst())
        m_group->post(goOn());
    while (m_isMeeting && !m_group->isFirst()) {
        const session::Command command = control::commandFrom(m_group->awaitCommand());
        if (command.kind == session::Command::Kind::Start)
            break;
        follow(command);
        if (command.kind == session::Command::Kind::Stop)
            return false;
    }
    m_isMeeting = false;
    m_batchBegan = std::chrono::steady_clock::now();
    m_group->announce(std::exchange(m_commandsWait, false));
    return true;
}

void Replicas::endBatch()
{
    m_isMeeting = m_group->announced();
    if (!std::exchange(m_isTraining, false))
        return;
    m_sums.steps += 1;
    m_sums.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - m_batchBegan).count();
}

void Replicas::finish()
{
    m_group->collect({});
    goOnTogether();
}

/// Barrier: the others wait until the first process has heard from all.
void Replicas::goOnTogether()
{
    if (m_group->isFirst())
        m_group->post(goOn());
    else
        m_group->awaitCommand();
}

void Replicas::shareBuffers()
{
    if (!m_hasBuffers)
        return;
    const at::NoGradGuard noGradients;
    std::vector<at::Tensor> buffers; // read again each time, because a TorchScript program may have replaced buffers
    for (const auto &[name, buffer] : m_model->buffers())
        buffers.push_back(buffer);
    m_group->broadcast(buffers);
}

void Replicas::backward(const at::Tensor &loss, const at::Tensor &outputs, const EpochBatches::Share &share)
{
    m_reducer->prepare(outputs);
    const double weight = share.weight() * size(); // the reducer divides by the number of processes
    if (weight == 1)
        loss.backward();
    else
        loss.backward(at::full_like(loss, weight));
    m_sums.waiting += m_reducer->secondsSinceLastGradient();
    m_isTraining = true;
}

void Replicas::keep(Push push, const EpochBatches::Share &share)
{
    if (share.own > 0) {
        (push.training ? m_sums.trainings : m_sums.evaluations) += 1;
        (push.training ? m_sums.trainingLoss : m_sums.evaluationLoss) += push.loss;
    }
    m_kept.push_back({std::move(push), share});
}

Replicas::Merged Replicas::merge(const std::vector<double> &own, bool isSameSize)
{
    Merged merged;
    if (m_kept.empty() && own.empty() && m_sums.steps == 0)
        return merged;
    const Sums sums = std::exchange(m_sums, {});
    std::vector<double> figures; // figures of this process about itself
    for (const auto sum : kSums)
        figures.push_back(sums.*sum);
    m_check->append(figures);
    std::vector<double> pushed;
    for (const Kept &kept : m_kept) {
        const double weight = kept.share.weight();
        pushed.push_back(weight > 0 ? weight * kept.push.loss : 0);
        for (const auto &[name, value] : kept.push.metrics)
            pushed.push_back(weight > 0 ? weight * value : 0);
    }
    auto kept = std::exchange(m_kept, {});
    std::vector<double> numbers = figures;
    numbers.insert(numbers.end(), pushed.begin(), pushed.end());
    numbers.insert(numbers.end(), own.begin(), own.end());
    merged.others = m_group->gather(numbers, isSameSize);
    if (!m_group->isFirst())
        return merged;
    take(0, figures, figures);
    for (std::size_t i = 0; i < merged.others.size(); ++i) {
        std::vector<double> &theirs = merged.others[i];
        if (theirs.size() < figures.size() + pushed.size())
            throw record::Error(record::message("the processes measure different layers"));
        take(i + 1, figures, std::span(theirs).first(figures.size()));
        const auto begin = theirs.begin() + static_cast<std::ptrdiff_t>(figures.size()), end = begin + static_cast<std::ptrdiff_t>(pushed.size());
        std::transform(begin, end, pushed.begin(), pushed.begin(), std::plus());
        theirs.erase(theirs.begin(), end);
    }
    const double *next = pushed.data();
    for (Kept &each : kept) {
        each.push.loss = *next++;
        for (auto &[name, value] : each.push.metrics)
            value = *next++;
        merged.pushes.push_back(std::move(each.push));
    }
    return merged;
}

void Replicas::take(std::size_t rank, std::span<const double> own, std::span<const double> theirs)
{
    for (std::size_t i = 0; i < std::size(kSums); ++i)
        m_sumsOfAll[rank].*kSums[i] += theirs[i];
    for (const std::string &name : m_check->differing(own.subspan(std::size(kSums)), theirs.subspan(std::size(kSums))))
        if (m_known.insert(name).second)
            m_drifted.push_back(record::message("%1 (process %2)", name, rank));
}

std::vector<lens::ProcessFiguresLens::Figures> Replicas::takeFigures()
{
    const auto mean = [](double sum, double count) { return count > 0 ? std::optional(sum / count) : std::nullopt; };
    std::vector<lens::ProcessFiguresLens::Figures> all;
    for (Sums &each : m_sumsOfAll) {
        const Sums sums = std::exchange(each, {});
        all.push_back({mean(sums.seconds, sums.steps), mean(sums.waiting, sums.steps), mean(sums.trainingLoss, sums.trainings),
                       mean(sums.evaluationLoss, sums.evaluations)});
    }
    return all;
}

std::vector<record::Message> Replicas::takeDrifted()
{
    return std::exchange(m_drifted, {});
}

void Replicas::share(std::initializer_list<double *> numbers)
{
    at::Tensor values = at::zeros({static_cast<std::int64_t>(numbers.size())}, at::kDouble);
    double *next = values.data_ptr<double>();
    for (const double *number : numbers)
        *next++ = *number;
    m_group->broadcast({values});
    next = values.data_ptr<double>();
    for (double *number : numbers)
        *number = *next++;
}

} // namespace lensboard::training
