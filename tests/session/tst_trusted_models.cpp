#include "core/session/trusted_models.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lensboard;
using session::TrustedModels;

class TrustedModelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aModelIsKnownByPathAndContent()
    {
        const TrustedModels models(list());
        QVERIFY(!models.knows("/models/a.pt", "12"));
        models.remember("/models/a.pt", "12");
        models.remember("/models/b.pt", "34");
        const TrustedModels again(list());
        QVERIFY(again.knows("/models/a.pt", "12") && again.knows("/models/../models/b.pt", "34"));
        QVERIFY(!again.knows("/models/a.pt", "34") && !again.knows("/models/c.pt", "12"));
        again.remember("/models/a.pt", "56");
        QVERIFY(models.knows("/models/a.pt", "56") && !models.knows("/models/a.pt", "12"));
    }

    void onlyWhatWasTrustedRuns()
    {
        const std::string trusted = session::checkedSha256("the program", {});
        QCOMPARE(session::checkedSha256("the program", trusted), trusted);
        QVERIFY_EXCEPTION_THROWN(session::checkedSha256("the Program", trusted), std::runtime_error);
    }

    void aDamagedListIsToldAndKept_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no JSON") << QByteArray("{\"format\": 1, \"models\"");
        QTest::newRow("something else") << QByteArray("[1, 2]");
        QTest::newRow("another format") << QByteArray("{\"format\": 2, \"models\": {}}");
        QTest::newRow("no texts") << QByteArray("{\"format\": 1, \"models\": {\"/models/a.pt\": 12}}");
    }

    void aDamagedListIsToldAndKept()
    {
        QFETCH(const QByteArray, content);
        QFile file(QString::fromStdString(list()));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(content);
        file.close();
        const TrustedModels models(list());
        QVERIFY(!models.knows("/models/a.pt", "12"));
        QVERIFY_EXCEPTION_THROWN(models.remember("/models/a.pt", "12"), std::runtime_error);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), content);
    }

private:
    std::string list() const { return m_folder.filePath("lensboard/trusted.json").toStdString(); }

    QTemporaryDir m_folder;
};

LENSBOARD_TEST(TrustedModelsTest)
#include "tst_trusted_models.moc"
