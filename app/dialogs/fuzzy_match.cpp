#include "app/dialogs/fuzzy_match.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace lensboard::app {

namespace {

constexpr int kAtWordStart = 8, kAtTextStart = 4, kSideBySide = 10, kGap = -1;
constexpr int kNone = std::numeric_limits<int>::min() / 2;

QChar folded(QChar character)
{
    const QString parts = character.decomposition();
    return (parts.isEmpty() ? character : parts.front()).toCaseFolded();
}

int bonus(QStringView text, qsizetype at)
{
    if (at == 0)
        return kAtWordStart + kAtTextStart;
    const QChar before = text[at - 1];
    const bool startsWord = (!before.isLetterOrNumber() && text[at].isLetterOrNumber()) || (before.isLower() && text[at].isUpper());
    return startsWord ? kAtWordStart : 0;
}

/// The best match that ends at a character of the text.
struct End
{
    int score = kNone;
    int before = -1; ///< position of the character typed before it
};

} // namespace

QString foldedText(QStringView text)
{
    QString folds;
    for (const QChar character : text)
        folds += folded(character);
    return folds;
}

std::optional<FuzzyMatch> fuzzyMatch(QStringView typedText, QStringView text)
{
    const QString typed = foldedText(typedText).remove(' '), folds = foldedText(text);
    const int length = static_cast<int>(folds.size()), count = static_cast<int>(typed.size());
    if (count == 0)
        return FuzzyMatch();
    std::vector<std::vector<End>> ends(static_cast<std::size_t>(count), std::vector<End>(static_cast<std::size_t>(length)));
    const auto end = [&ends](int i, int at) -> End & { return ends[static_cast<std::size_t>(i)][static_cast<std::size_t>(at)]; };
    for (int i = 0; i < count; ++i) {
        End far; // best score before `at`, minus the cost of the gap
        for (int at = i; at < length; ++at) {
            if (folds[at] == typed[i]) {
                End best = i == 0 ? End{kGap * std::min(at, 3), -1} : far;
                if (i > 0 && end(i - 1, at - 1).score + kSideBySide > best.score)
                    best = {end(i - 1, at - 1).score + kSideBySide, at - 1};
                if (best.score > kNone / 2)
                    end(i, at) = {best.score + bonus(text, at), best.before};
            }
            if (i > 0) {
                far.score += kGap;
                if (end(i - 1, at - 1).score + kGap > far.score)
                    far = {end(i - 1, at - 1).score + kGap, at - 1};
            }
        }
    }
    const auto &last = ends.back();
    const auto best = std::max_element(last.begin(), last.end(), [](const End &a, const End &b) { return a.score < b.score; });
    if (best == last.end() || best->score <= kNone / 2)
        return {};
    FuzzyMatch match{best->score, {}};
    for (int i = count - 1, at = static_cast<int>(best - last.begin()); i >= 0; at = end(i--, at).before)
        match.positions.prepend(at);
    return match;
}

} // namespace lensboard::app
