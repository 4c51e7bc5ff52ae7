#include "core/experiment/settings/optimizer_settings.h"

namespace lensboard::settings {

namespace {

constexpr const char *kPenalty = "L2 penalty";

void rateOf(Fields &fields, AnyOptimizer &optimizer)
{
    fields.positive("lr", optimizer.lr, "learning rate");
}

void decayOf(Fields &fields, AnyOptimizer &optimizer, const char *help = kPenalty)
{
    fields.number("weight_decay", optimizer.weightDecay, 0, 1e6, help);
}

void momentumOf(Fields &fields, double &momentum)
{
    fields.number("momentum", momentum, 0, 0.9999, "momentum");
}

void epsOf(Fields &fields, double &eps)
{
    fields.advanced().positive("eps", eps, "added to the root of the square");
}

void warmUpOf(Fields &fields, AnySchedule &schedule)
{
    fields.whole("warmup_steps", schedule.warmUpSteps, 0, kMany, "steps in which the rate rises from near 0 to the optimizer's");
}

void factorOf(Fields &fields, double &factor)
{
    fields.number("factor", factor, 0, 1, "what the rate is multiplied by");
}

} // namespace

void Sgd::describe(Fields &fields)
{
    rateOf(fields, *this);
    momentumOf(fields, momentum);
    decayOf(fields, *this);
    fields.flag("nesterov", nesterov, "Nesterov momentum");
}

void Adam::describeWithDecay(Fields &fields, const char *decayHelp)
{
    rateOf(fields, *this);
    fields.advanced().number("beta1", beta1, 0, 0.999999, "decay of the mean");
    fields.advanced().number("beta2", beta2, 0, 0.9999999, "decay of the square");
    epsOf(fields, eps);
    decayOf(fields, *this, decayHelp);
}

void Adam::describe(Fields &fields)
{
    describeWithDecay(fields, kPenalty);
}

void AdamW::describe(Fields &fields)
{
    describeWithDecay(fields, "share of the learning rate by which weights shrink in a step");
}

void RmsProp::describe(Fields &fields)
{
    rateOf(fields, *this);
    fields.number("alpha", alpha, 0, 0.999999, "decay of the square");
    epsOf(fields, eps);
    momentumOf(fields, momentum);
    fields.advanced().flag("centred", centred, "divide by the deviation, not the root of the square");
    decayOf(fields, *this);
}

void Adagrad::describe(Fields &fields)
{
    rateOf(fields, *this);
    fields.number("lr_decay", lrDecay, 0, 1e6, "how fast the learning rate falls: lr / (1 + step × this)");
    epsOf(fields, eps);
    decayOf(fields, *this);
}

void WarmUp::describe(Fields &fields)
{
    warmUpOf(fields, *this);
}

void StepFall::describe(Fields &fields)
{
    fields.whole("every", every, 1, kMany, "epochs from one fall to the next");
    factorOf(fields, factor);
    warmUpOf(fields, *this);
}

void Cosine::describe(Fields &fields)
{
    fields.number("least", least, 0, kLargestFloat, "the rate at the end");
    warmUpOf(fields, *this);
}

void Plateau::describe(Fields &fields)
{
    fields.whole("patience", patience, 0, kMany, "epochs without a better loss before the rate falls");
    factorOf(fields, factor);
    fields.advanced().number("threshold", threshold, 0, 1, "share by which a loss must be less to count as better");
    fields.number("least", least, 0, kLargestFloat, "the rate falls no further");
    warmUpOf(fields, *this);
}

void ClipNorm::describe(Fields &fields)
{
    fields.positive("limit", limit, "the largest norm");
}

void ClipValue::describe(Fields &fields)
{
    fields.positive("limit", limit, "the largest value, positive or negative");
}

} // namespace lensboard::settings
