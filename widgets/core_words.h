#pragma once

#include "core/record/message.h"
#include "core/record/run_event.h"
#include "core/record/tag_spec.h"

#include <QString>
#include <QStringList>

#include <exception>
#include <string>

/// Translates texts of core from English into the window's language. Unknown texts are returned unchanged.
namespace lensboard::widgets {

QString kindText(record::RunEvent::Kind kind);

/// Text of an event: a message, a lens, its settings, or a line logged by another tool.
QString eventText(const record::RunEvent &event);

/// Help text of a section or a key of the schema.
QString helpText(const std::string &help);

/// Translates a message: an error, a notice or an activity of a training. Messages without structure are translated by coreText().
QString messageText(const record::Message &message);
/// Translates the message of \p error.
QString messageText(const std::exception &error);

/// Translates an English text by searching its patterns. The result may be wrong. Only for texts of files and programs without structure.
QString coreText(const std::string &message);

/// Value of a fact in RunInfo::environment. Values without structure, such as paths and versions, are returned unchanged.
QString factText(const record::Message &value);

/// Name of a lens, monitor or recorder; names given by the user are returned unchanged.
QString lensText(const std::string &name);
QString lensText(const QString &name);

/// Name of a tag. Names given by another tool or the user are returned unchanged.
QString tagText(const record::TagSpec &tag);

/// Name of a line ("mean", "train_loss mean") or of a quantity ("L2 norm").
QString termText(const std::string &term);
QString termText(const QString &term);

/// Axis label for \p quantity. If it is just "value", returns at most two quantities found in \p labels: "accuracy".
QString quantityText(const std::string &quantity, const QStringList &labels);

} // namespace lensboard::widgets
