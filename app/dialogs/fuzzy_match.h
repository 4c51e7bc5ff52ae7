#pragma once

#include <QList>
#include <QString>
#include <QStringView>

#include <optional>

namespace lensboard::app {

struct FuzzyMatch
{
    int score = 0;        ///< higher is better
    QList<int> positions; ///< positions of the typed characters in the text
};

/// Returns \p text in lower case and without accents.
QString foldedText(QStringView text);

/// Finds the characters of \p typed in \p text, in order, possibly with others between; returns nullopt if one is missing.
/// Beginnings of words and adjacent characters score most. Ignores case, accents and blanks in \p typed.
std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView text);

} // namespace lensboard::app
