#pragma once

#include "core/record/run_event.h"
#include "core/record/tag_spec.h"

#include <QString>
#include <QStringList>

#include <string>

/// Translates texts of core from English into the language of the window. Other texts stay as they are.
namespace lensboard::widgets {

QString kindText(record::RunEvent::Kind kind);

/// Text of an event: a message, a lens, its settings, a line that another tool logged.
QString eventText(const record::RunEvent &event);

/// The help of a section or a key of the schema.
QString helpText(const std::string &help);

/// Translates a message: an error, a notice or an activity of a training. It may come from another process or an old run.
QString coreText(const std::string &message);

/// A lens, monitor or recorder; a name that the user gave stays.
QString lensText(const std::string &name);
QString lensText(const QString &name);

/// Name of a tag. Names given by another tool or the user stay.
QString tagText(const record::TagSpec &tag);

/// Name of a line ("mean", "train_loss mean") or of a quantity ("L2 norm").
QString termText(const std::string &term);
QString termText(const QString &term);

/// Label of an axis for \p quantity. If that is just "value", the quantities that \p labels of the lines name, at most two: "accuracy".
QString quantityText(const std::string &quantity, const QStringList &labels);

} // namespace lensboard::widgets
