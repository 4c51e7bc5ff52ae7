#pragma once

#include <QList>
#include <QString>

namespace lensboard::app {

/// A language of the user interface.
struct Language
{
    QString code; ///< as "de"; empty: the system's
    QString name; ///< in the language itself
};

/// Built-in languages, without the entry for the system's language.
QList<Language> languages();

/// Installs the language of the settings; uses English for missing translations. Numbers and dates follow the system unless
/// another language was chosen.
void installTranslations();
/// Sets English texts and number formats, ignoring the system and the settings.
void speakEnglish();

} // namespace lensboard::app
