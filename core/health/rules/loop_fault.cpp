#include "core/health/rules/loop_fault.h"

#include "core/experiment/experiment.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace lensboard::health {

using experiment::Json;
using record::messagePattern;

namespace {

constexpr const char *kKey = "loop_fault";
constexpr std::size_t kMaxNumbers = 4;

struct Fault
{
    std::string_view name;
    Severity severity;
    const char *values, *meaning, *advice; ///< message patterns
};

constexpr const char *kNotCleared = messagePattern("ten steps in a row added their gradients to the gradients of earlier steps");
constexpr const char *kNotChanged = messagePattern("these parameters receive gradients, are in no optimizer, and have not changed in 20 steps");

constexpr std::array kFaults = {
    Fault{"gradients_kept", Severity::Problem, kNotCleared,
          messagePattern("Gradients are never cleared, so each step follows the sum of all gradients so far."),
          messagePattern("Call optimizer.zero_grad() once per step, before loss.backward().")},
    Fault{"not_optimized", Severity::Warning, kNotChanged, messagePattern("These parameters have gradients, but are never trained."),
          messagePattern("Pass the parameters to the optimizer or to its add_param_group(). If they are frozen on purpose, set requires_grad to False to save time.")},
    Fault{"part_optimized", Severity::Note, kNotChanged, messagePattern("Only a part of the parameters is trained, but gradients are computed for others as well."),
          messagePattern("If that is intended, set requires_grad of the others to False to save time. Otherwise pass all parameters to the optimizer.")},
    Fault{"stale_optimizer", Severity::Problem,
          messagePattern("these parameters receive gradients, are in no optimizer, and have not changed in 20 steps; parameters of the optimizer receive none"),
          messagePattern("The optimizer holds parameters that are no longer the model's, so these are never trained."),
          messagePattern("Make the optimizer after the model is moved, converted, or given other layers.")},
    Fault{"left_in_evaluation", Severity::Warning, messagePattern("20 steps in a row in evaluation mode, after steps in training mode"),
          messagePattern("The model stayed in evaluation mode after a validation: dropout is off, and batch norm does not follow its inputs."),
          messagePattern("Call model.train() at the beginning of each epoch.")},
    Fault{"never_in_training", Severity::Note, messagePattern("the first 20 steps were in evaluation mode"),
          messagePattern("The model trains in evaluation mode: dropout is off, and batch norm does not follow its inputs."),
          messagePattern("If that is not intended, call model.train() before the training.")},
    Fault{"validated_in_training", Severity::Warning, messagePattern("the model was in training mode in two validations"),
          messagePattern("The loop validates in training mode: dropout is on, and batch norm normalises by each batch and follows the validation data."),
          messagePattern("Call model.eval() before each validation, and model.train() after it.")},
    Fault{"untied", Severity::Problem, messagePattern("these names were of one parameter at the start, and are of several now"),
          messagePattern("Tied weights came apart, so each is trained on its own, or not at all."),
          messagePattern("Tie them again after the model is moved, loaded or changed, and make the optimizer after that.")},
    Fault{"clipped_scaled", Severity::Warning, messagePattern("the norm of the gradients was %1 divided by the scale of the loss, at last %2, in ten steps in a row"),
          messagePattern("Gradients are clipped while they are scaled, so next to nothing is left of them."),
          messagePattern("Call scaler.unscale_(optimizer) before the gradients are clipped.")},
    Fault{"schedule_per_batch", Severity::Warning, messagePattern("%1 was stepped after each of %2 steps, and lowered the learning rate from %3 to %4 long ago"),
          messagePattern("The schedule ended the learning rate long before the training."),
          messagePattern("Step a scheduler that counts epochs at the end of each epoch, or give it numbers of steps.")},
    Fault{"cosine_per_batch", Severity::Warning, messagePattern("%1 was stepped after each of %2 steps, and raises the learning rate again after its end"),
          messagePattern("The learning rate goes up and down again and again, since the schedule is shorter than the training."),
          messagePattern("Step a scheduler that counts epochs at the end of each epoch, or give it numbers of steps.")},
    Fault{"accumulation_divided_twice", Severity::Warning, messagePattern("each of the %1 losses of a step is divided by %1 twice"),
          messagePattern("The mean over the batches of a step is taken twice, so gradients are too small."),
          messagePattern("Divide the loss once. Frameworks that accumulate gradients divide it themselves.")},
    Fault{"mean_divided", Severity::Warning, messagePattern("the mean loss of %1 samples is divided by %1"),
          messagePattern("The loss is divided by the size of the batch again, so gradients are too small."),
          messagePattern("Leave the division out, or use reduction=\"sum\".")},
    Fault{"activation_before_loss", Severity::Warning, messagePattern("outputs of a softmax or sigmoid go into a loss that has a softmax or sigmoid of its own"),
          messagePattern("The loss expects logits and receives probabilities, so it can hardly fall."),
          messagePattern("Remove the model's last softmax or sigmoid: cross_entropy() and binary_cross_entropy_with_logits() have their own.")},
    Fault{"targets_not_shifted", Severity::Problem, messagePattern("the targets of two batches are their inputs, token by token"),
          messagePattern("The model learns to name its own inputs, not the next tokens."),
          messagePattern("Shift the targets by one token: inputs tokens[:, :-1], targets tokens[:, 1:].")},
    Fault{"targets_shifted_twice", Severity::Problem, messagePattern("the targets of two batches are their inputs, two tokens ahead"),
          messagePattern("Targets are shifted twice, so the model learns the next token but one."),
          messagePattern("Shift the targets once. Causal models of transformers shift their labels themselves, so labels are the input_ids.")},
    Fault{"same_batches", Severity::Warning, messagePattern("the %1 workers of the loader made the same batches"),
          messagePattern("Each worker of the data loader repeats the batches of the others."),
          messagePattern("Give each worker its own share of the data, see torch.utils.data.get_worker_info(), and its own seed in worker_init_fn.")},
    Fault{"same_samples", Severity::Problem, messagePattern("the first batches of all %1 processes were the same"),
          messagePattern("All processes train with the same samples, so they are no faster than one."),
          messagePattern("Use torch.utils.data.DistributedSampler, or seed each process differently.")},
};

const Fault *faultNamed(std::string_view name)
{
    const auto found = std::ranges::find(kFaults, name, &Fault::name);
    return found == kFaults.end() ? nullptr : &*found;
}

/// Returns the texts of an array; none if \p json is something else.
std::vector<std::string> textsOf(const Json &json)
{
    std::vector<std::string> texts;
    if (json.is_array())
        for (const Json &each : json)
            if (each.is_string())
                texts.push_back(each.get<std::string>());
    return texts;
}

} // namespace

record::RunEvent loopFault(const std::string &fault, const std::vector<std::string> &parameters, const std::vector<std::string> &numbers)
{
    const Fault *const known = faultNamed(fault);
    if (!known)
        throw record::InvalidArgument(fault);
    return {record::RunEvent::Kind::Warning, 0, 0, record::messageOfPattern(known->meaning), Json{{kKey, fault}, {"parameters", parameters}, {"numbers", numbers}}.dump()};
}

/// Events come from files, so they may contain anything.
void LoopFault::note(const record::RunEvent &event)
{
    if (event.kind != record::RunEvent::Kind::Warning || event.change.empty())
        return;
    const Json json = Json::parse(event.change, nullptr, false);
    const Json name = json.is_object() ? json.value(kKey, Json()) : Json();
    const Fault *const fault = name.is_string() ? faultNamed(name.get<std::string>()) : nullptr;
    const record::Message meaning = fault ? record::messageOfPattern(fault->meaning) : "";
    if (!fault || std::ranges::find(m_findings, meaning, &Finding::meaning) != m_findings.end())
        return;
    std::vector<std::string> numbers = textsOf(json.value("numbers", Json()));
    numbers.resize(kMaxNumbers);
    Finding finding;
    finding.severity = fault->severity;
    finding.layers = textsOf(json.value("parameters", Json()));
    finding.firstStep = finding.lastStep = event.step;
    finding.confidence = 0.95;
    finding.values = record::messageOfPattern(fault->values, numbers[0], numbers[1], numbers[2], numbers[3]);
    finding.meaning = meaning;
    finding.advice = record::messageOfPattern(fault->advice);
    m_findings.push_back(std::move(finding));
}

} // namespace lensboard::health
