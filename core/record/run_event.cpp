#include "core/record/run_event.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <stdexcept>

namespace lensboard::record {

std::optional<LoggedText> loggedText(const RunEvent &event)
{
    if (event.kind != RunEvent::Kind::Text)
        return std::nullopt;
    const std::size_t end = std::min(event.text.find('\n'), event.text.size());
    return LoggedText{event.text.substr(0, end), event.text.substr(std::min(end + 1, event.text.size()))};
}

const char *toText(RunEvent::Kind kind)
{
    switch (kind) {
    case RunEvent::Kind::Notice: return "notice";
    case RunEvent::Kind::Warning: return "warning";
    case RunEvent::Kind::LensOn: return "lens_on";
    case RunEvent::Kind::LensOff: return "lens_off";
    case RunEvent::Kind::LensSettings: return "lens_settings";
    case RunEvent::Kind::LearningRate: return "learning_rate";
    case RunEvent::Kind::Text: return "text";
    }
    return "notice";
}

RunEvent::Kind eventKindFromText(const std::string &text)
{
    using Kind = RunEvent::Kind;
    for (const Kind kind : {Kind::Notice, Kind::Warning, Kind::LensOn, Kind::LensOff, Kind::LensSettings, Kind::LearningRate,
                            Kind::Text})
        if (text == toText(kind))
            return kind;
    throw record::InvalidArgument(message("\"%1\" is no kind of event", text));
}

} // namespace lensboard::record
