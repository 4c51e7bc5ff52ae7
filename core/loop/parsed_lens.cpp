#include "core/loop/parsed_lens.h"

#include "core/experiment/experiment.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <stdexcept>

namespace lensboard {

experiment::KindSettings parsed(const LensChoice &choice)
{
    try {
        experiment::Json json = experiment::parseJson(choice.settings);
        if (!json.is_object())
            throw record::InvalidArgument(record::message("found %1, expected an object of settings, as {\"enabled\": true}", json.dump()));
        json["kind"] = choice.kind;
        return experiment::lensChoice(json);
    } catch (const std::exception &error) {
        const record::Message kind = choice.kind.empty() ? record::message("a lens without a kind") : record::Message(choice.kind);
        throw record::InvalidArgument(record::message("%1: %2", kind, record::messageOf(error)));
    }
}

experiment::Roster rosterOf(const std::vector<LensChoice> &choices)
{
    experiment::Roster roster;
    for (const LensChoice &choice : choices)
        try {
            roster.add(parsed(choice));
        } catch (const experiment::ExperimentError &error) {
            throw record::InvalidArgument(record::messageOf(error));
        }
    return roster;
}

} // namespace lensboard
