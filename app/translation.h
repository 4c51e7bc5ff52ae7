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

/// Those that are built in, without the system's.
QList<Language> languages();

/// Speaks the language of the settings from here on; English where a translation is missing. Numbers and dates stay as
/// the system writes them unless another language was chosen.
void installTranslations();
/// Speaks English and writes numbers so, whatever the system and the settings say.
void speakEnglish();

} // namespace lensboard::app
