#pragma once

#include <QList>
#include <QString>

namespace lensboard::app {

/// A language that the window speaks.
struct Language
{
    QString code; ///< as "de"; empty: the system's
    QString name; ///< in itself
};

/// Built-in languages, without the entry for the system's language.
QList<Language> languages();

/// Speaks the language of the settings from here on; English where a translation is missing. Numbers and dates stay as
/// the system writes them unless another language was chosen.
void installTranslations();
/// Sets English texts and number formats, ignoring the system and the settings.
void speakEnglish();

} // namespace lensboard::app
