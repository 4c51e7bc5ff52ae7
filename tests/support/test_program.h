#pragma once

#include <QCoreApplication>
#include <QTest>

namespace lensboard::test {

/// A test class in a program with several. The program runs the class from the source file with the name of argv[0].
class TestClass
{
public:
    using Run = int (*)(int argc, char **argv);

    TestClass(const char *source, Run run);
};

} // namespace lensboard::test

/// Replaces QTEST_GUILESS_MAIN() for a class in such a program.
#define LENSBOARD_TEST(Class) LENSBOARD_TEST_WITH(QCoreApplication, Class)
/// Replaces QTEST_MAIN() for a class with widgets in such a program.
#define LENSBOARD_WINDOW_TEST(Class) LENSBOARD_TEST_WITH(QApplication, Class)
#define LENSBOARD_TEST_WITH(Application, Class)                                                     \
    static const lensboard::test::TestClass registered##Class(__FILE__, [](int argc, char **argv) { \
        Application application(argc, argv);                                                        \
        application.setAttribute(Qt::AA_Use96Dpi);                                                  \
        Class test;                                                                                 \
        return QTest::qExec(&test, argc, argv);                                                     \
    });
