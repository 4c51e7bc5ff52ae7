#pragma once

#include <QCoreApplication>
#include <QTest>

namespace lensboard::test {

/// A test class of a program that has several. The program runs the class whose source has the name by which the program was called.
class TestClass
{
public:
    using Run = int (*)(int argc, char **argv);

    TestClass(const char *source, Run run);
};

} // namespace lensboard::test

/// QTEST_GUILESS_MAIN() for a class of such a program.
#define LENSBOARD_TEST(Class) LENSBOARD_TEST_WITH(QCoreApplication, Class)
/// QTEST_MAIN() for a class of such a program that has widgets.
#define LENSBOARD_WINDOW_TEST(Class) LENSBOARD_TEST_WITH(QApplication, Class)
#define LENSBOARD_TEST_WITH(Application, Class)                                                     \
    static const lensboard::test::TestClass registered##Class(__FILE__, [](int argc, char **argv) { \
        Application application(argc, argv);                                                        \
        application.setAttribute(Qt::AA_Use96Dpi);                                                  \
        Class test;                                                                                 \
        return QTest::qExec(&test, argc, argv);                                                     \
    });
