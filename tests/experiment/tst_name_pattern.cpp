#include "core/experiment/name_pattern.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>

#include <fnmatch.h>

using namespace lensboard::experiment;

namespace {

class MadeTexts
{
public:
    std::string from(const std::string &letters, std::size_t longest)
    {
        std::string text(std::uniform_int_distribution<std::size_t>(0, longest)(m_random), ' ');
        for (char &letter : text)
            letter = letters[std::uniform_int_distribution<std::size_t>(0, letters.size() - 1)(m_random)];
        return text;
    }

private:
    std::mt19937 m_random{7};
};

constexpr int kTries = 20'000;

} // namespace

class NamePatternTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matchesWhatTheShellWould()
    {
        MadeTexts texts;
        int matching = 0;
        for (int i = 0; i < kTries; ++i) {
            const std::string pattern = texts.from("ab.*?", 6), name = texts.from("ab.", 6);
            QCOMPARE(matches(pattern, name), fnmatch(pattern.c_str(), name.c_str(), 0) == 0);
            matching += matches(pattern, name);
        }
        QVERIFY(matching > kTries / 50);
    }

    void whatFollowsAPrefixIsMatchedByTheRests()
    {
        MadeTexts texts;
        for (int i = 0; i < kTries; ++i) {
            const std::string pattern = texts.from("ab.*?", 6), prefix = texts.from("ab.", 3), rest = texts.from("ab.", 4);
            const auto rests = restsAfter(prefix, pattern);
            const bool isMatched = matchesAny(rests, rest) || (rest.empty() && matches(pattern, prefix));
            QCOMPARE(isMatched, matches(pattern, prefix + rest));
        }
    }

    /// Patterns come from a user or an experiment file and must not cause exponential matching time.
    void manyStarsTakeNoTime()
    {
        std::string pattern;
        for (int i = 0; i < 200; ++i)
            pattern += "*a";
        QVERIFY(!matches(pattern + "b", std::string(2'000, 'a')));
    }

    void plotsAreNamedByWhatIsNoPattern()
    {
        for (const auto &[pattern, name] : {std::pair("weight", "weight"), std::pair("weight*", "weight"), std::pair("weight_*_l?", "weight__l"),
                                            std::pair("*.gamma_", "gamma"), std::pair("_own_", "_own_"), std::pair("*", "")})
            QCOMPARE(plainName(pattern), std::string(name));
    }
};

LENSBOARD_TEST(NamePatternTest)
#include "tst_name_pattern.moc"
