#include "core/experiment/settings/rules/validation_rules.h"

namespace lensboard::settings::rules {

void Overfitting::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("note", note, 0, kMany, "rise of the validation loss above its best that is a note");
    fields.number("warning", warning, 0, kMany, "and that is a warning");
    fields.number("problem", problem, 0, kMany, "and that is a problem");
    fields.number("of_start", ofStart, 0, kMany, "least rise by the training loss at the start");
    fields.number("train_fall", trainFall, 0, 1, "least fall of the training loss meanwhile");
    fields.number("gap", gap, 0, kMany, "gap between both losses, by the start, that is a warning");
    fields.number("train_share", trainShare, 0, 1, "while the training loss is below this share of the validation loss");
    fields.whole("least_after", leastAfter, 1, kMany, "validations after the best");
}

void ValidationNoBetterThanGuessing::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("share", share, 0, kMany, "share of the loss of guessing above which validation is no better");
    fields.number("best", best, 0, kMany, "share of the loss of guessing that no validation was below");
    fields.number("learnt", learnt, 0, 1, "problem if the training loss fell below this share of its start");
    fields.whole("least", least, 1, kMany, "validations before it is judged");
    fields.whole("problem", problem, 1, kMany, "validations after which it is a problem");
    fields.whole("least_train", leastTrain, 1, kMany, "training losses before it is judged, or as many as validations");
}

void TrainingNoise::describe(Fields &fields)
{
    describeEnabled(fields);
    fields.number("accuracy_gap", accuracyGap, 0, 1, "accuracy that training is below validation");
    fields.number("loss_share", lossShare, 0, 1, "or share of the training loss that the validation loss is below");
    fields.number("least_level", leastLevel, 0, kMany, "while the training loss is above this share of its start");
    fields.whole("validations", validations, 1, kMany, "validations in a row");
}

} // namespace lensboard::settings::rules
