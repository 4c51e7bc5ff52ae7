#pragma once

#include "core/record/run_event.h"

#include <QString>

/// What core says in English, in the language of the window.
namespace lensboard::widgets {

QString kindText(record::RunEvent::Kind kind);

/// The help of a section or a key of the schema.
QString helpText(const std::string &help);

} // namespace lensboard::widgets
