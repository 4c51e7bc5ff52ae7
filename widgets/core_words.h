#pragma once

#include "core/record/run_event.h"
#include "core/record/tag_spec.h"

#include <QString>

#include <string>

/// What core says in English, in the language of the window. What is not of core's making stays as it is.
namespace lensboard::widgets {

QString kindText(record::RunEvent::Kind kind);

/// What an event says: a message, a lens, its settings, what another tool logged.
QString eventText(const record::RunEvent &event);

/// The help of a section or a key of the schema.
QString helpText(const std::string &help);

/// A message: an error, a notice, what a training does. It may come from another process or an old run.
QString coreText(const std::string &message);

/// A lens, monitor or recorder; a name that the user gave stays.
QString lensText(const std::string &name);
QString lensText(const QString &name);

/// What a tag is called; a name that another tool or the user gave stays.
QString tagText(const record::TagSpec &tag);

/// What the lines of a tag are called ("mean", "train_loss mean"), or what is measured ("L2 norm").
QString termText(const std::string &term);
QString termText(const QString &term);

} // namespace lensboard::widgets
