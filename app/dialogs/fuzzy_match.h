#pragma once

#include <QList>
#include <QString>
#include <QStringView>

#include <optional>

namespace lensboard::app {

struct FuzzyMatch
{
    int score = 0;        ///< the higher the better
    QList<int> positions; ///< of the characters in the text that were typed
};

/// Returns \p text in lower case and without accents.
QString foldedText(QStringView text);

/// Finds the characters of \p typed in \p text, in order, others between them; none if one is missing. Beginnings of
/// words and characters side by side count most. Case, accents and blanks in \p typed make no difference.
std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView text);

} // namespace lensboard::app
