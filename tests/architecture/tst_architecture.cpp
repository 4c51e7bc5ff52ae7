// Rules of ARCHITECTURE.md that the compiler does not check.

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

namespace {

const QString kRoot = LENSBOARD_SOURCE_DIR;

/// Folders of core by layer. A file may include its own folder and folders of lower rank.
const QMap<QString, int> kRank = {{"record", 0}, {"stats", 0}, {"bytes", 1}, {"tensor", 1}, {"visualizer", 2}, {"experiment", 2}, {"aten", 3}, {"store", 3},
                                  {"health", 4}, {"import", 5}, {"export", 5}, {"session", 5}, {"control", 6}, {"remote", 7}, {"runs", 6}, {"hook", 6}, {"reducer", 6}, {"monitor", 7},
                                  {"recorder", 7}, {"machine", 7}, {"preprocessor", 7}, {"gatherer", 8}, {"lens", 9}, {"inspector", 10}, {"model", 10},
                                  {"dataset", 10}, {"distributed", 11}, {"loop", 12}, {"training", 13}, {"python", 13}};

/// Folders of the plots. A file may include its own folder and earlier ones.
const QStringList kPlotRooms = {"axes", "views", "board"};

/// Folders of the window, in the same order.
const QStringList kAppRooms = {"actions", "output", "dialogs", "help", "pages", "menus"};

/// Headers for authors of modules and data sets in the engine, and of the adapter, may include LibTorch.
const QSet<QString> kMayIncludeTorch = {"core/aten/aten_tensor.h", "core/hook/tapped.h", "core/model/leaky_integrate_and_fire.h", "core/model/sequential.h", "core/dataset/dataset.h", "core/loop/plugin.h"};

/// Folders of the measuring code. They access tensors through views, to work with LibTorch and with Python's PyTorch.
const QStringList kMeasuring = {"tensor", "hook", "reducer", "monitor", "recorder", "preprocessor", "gatherer", "lens", "inspector", "distributed", "loop", "python"};

/// Files in the measuring folders that may include LibTorch: they watch LibTorch models and process groups.
const QSet<QString> kForLibTorch = {
    "core/hook/eager_modules.cpp", "core/hook/operator_taps.h", "core/hook/operator_taps.cpp", "core/hook/script_graph.h", "core/hook/script_graph.cpp",
    "core/hook/script_taps.h", "core/hook/script_taps.cpp", "core/hook/tapped.h", "core/hook/tapped.cpp", "core/hook/torch_symbols.cpp",
    "core/distributed/c10d_group.cpp", "core/distributed/rendezvous.cpp", "core/distributed/probe/c10d.cpp", "core/distributed/probe/nccl.cpp",
    "core/loop/attach_module.cpp", "core/loop/torch_optimizer.cpp", "core/loop/plugin.h"};

/// Number of the interface of plug-ins, and a digest of their headers without comments, spaces and includes.
const QString kPluginInterface = "5 4a76d07703efa2cc";

QStringList sources(const QString &folder, const QStringList &patterns)
{
    QStringList found;
    QDirIterator files(kRoot + '/' + folder, patterns, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        found << files.next().mid(kRoot.size() + 1);
    found.sort();
    return found;
}

QStringList includes(const QString &path)
{
    static const QRegularExpression line("^#include [<\"]([^>\"]+)[>\"]", QRegularExpression::MultilineOption);
    QFile file(kRoot + '/' + path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QStringList found;
    for (auto matches = line.globalMatch(QString::fromUtf8(file.readAll())); matches.hasNext();)
        found << matches.next().captured(1);
    return found;
}

bool isTorch(const QString &include)
{
    return include.startsWith("torch/") || include.startsWith("ATen/") || include.startsWith("c10/");
}

/// Returns true if \p include is a header of LibTorch, or of a library compiled with it.
bool needsTorch(const QString &include)
{
    static const QRegularExpression folder("^core/(aten|model|dataset|training)/");
    return isTorch(include) || kForLibTorch.contains(include) || folder.match(include).hasMatch();
}

bool isQt(const QString &include)
{
    static const QRegularExpression qt("^(Q[A-Z]|Qt|qcustomplot)");
    return qt.match(include).hasMatch();
}

/// Returns all files included by a file through our own headers, directly or not.
QSet<QString> reached(const QString &path)
{
    QSet<QString> seen = {path};
    QStringList open = {path};
    while (!open.isEmpty())
        for (const QString &next : includes(open.takeLast()))
            if (!seen.contains(next)) {
                seen << next;
                if (QFile::exists(kRoot + '/' + next))
                    open << next;
            }
    return seen;
}

} // namespace

class ArchitectureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void coreHasNoQt()
    {
        for (const QString &file : sources("core", {"*.h", "*.cpp"}))
            for (const QString &include : includes(file))
                QVERIFY2(!isQt(include), qPrintable(file + " includes " + include));
    }

    void coreFoldersIncludeDownwardsOnly()
    {
        for (const QString &file : sources("core", {"*.h", "*.cpp"})) {
            const QString folder = file.section('/', 1, 1);
            if (!file.section('/', 2, 2).isEmpty())
                QVERIFY2(kRank.contains(folder), qPrintable("a folder without a rank: " + file));
            for (const QString &include : includes(file)) {
                const QString other = include.section('/', 1, 1);
                if (!include.startsWith("core/") || include == "core/torch_fwd.h" || other == folder)
                    continue;
                QVERIFY2(kRank.value(other, 99) < kRank.value(folder, -1), qPrintable(file + " includes " + include));
            }
        }
    }

    /// Checks that exceptions of core use message patterns and that patterns are string literals: the table of patterns is made from the literals,
    /// and the window looks up translations there. Exempt: exceptions raised only by programming errors (std::logic_error, std::out_of_range, all of
    /// stats).
    void coreSaysToTheUserWhatCanBeTranslated()
    {
        static const QRegularExpression kThrown("throw (?!std::(logic_error|out_of_range))[^;]*;"), kWords("\"[^\"]*[a-z] [a-z][^\"]*\""),
            kOfPattern("[^.\\w](message|messagePattern|counted)\\("), kNoLiteral("(?<![\\w.>])(message|term|messagePattern|termPattern)\\((?!\\s*\")"),
            kComment("^\\s*//.*$", QRegularExpression::MultilineOption);
        for (const QString &path : sources("core", {"*.h", "*.cpp"})) {
            if (path.startsWith("core/stats/") || path == "core/record/message.h" || path == "core/record/error.h")
                continue;
            QFile file(kRoot + '/' + path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString source = QString::fromUtf8(file.readAll()).remove(kComment);
            for (auto matches = kThrown.globalMatch(source); matches.hasNext();)
                if (const QString thrown = matches.next().captured(); !thrown.contains(kOfPattern))
                    QVERIFY2(!thrown.contains(kWords), qPrintable(path + ": no record::message(): " + thrown));
            QVERIFY2(!source.contains(kNoLiteral), qPrintable(path + ": a pattern is no literal: " + kNoLiteral.match(source).captured()));
        }
    }

    void onlyTheEngineReachesLibTorch()
    {
        for (const char *folder : {"record", "bytes", "stats", "visualizer", "store", "experiment", "import", "export", "session", "control", "remote", "runs", "health"})
            for (const QString &file : sources(QString("core/") + folder, {"*.h", "*.cpp"}))
                for (const QString &include : reached(file))
                    QVERIFY2(!isTorch(include), qPrintable(file + " reaches " + include));
        for (const char *folder : {"widgets", "app"})
            for (const QString &file : sources(folder, {"*.h", "*.cpp"}))
                for (const QString &include : reached(file))
                    QVERIFY2(!isTorch(include), qPrintable(file + " reaches " + include));
    }

    void measuringNeedsNoLibTorch()
    {
        for (const QString &folder : kMeasuring) {
            const QStringList files = sources("core/" + folder, {"*.h", "*.cpp"});
            QVERIFY2(!files.isEmpty(), qPrintable(folder));
            for (const QString &file : files)
                if (!kForLibTorch.contains(file))
                    for (const QString &include : reached(file))
                        QVERIFY2(!needsTorch(include), qPrintable(file + " reaches " + include));
        }
        for (const QString &file : kForLibTorch)
            QVERIFY2(QFile::exists(kRoot + '/' + file), qPrintable("not there: " + file));
    }

    void headersDoNotLeakLibTorch()
    {
        for (const QString &file : sources("core", {"*.h"}))
            for (const QString &include : includes(file))
                QVERIFY2(!isTorch(include) || kMayIncludeTorch.contains(file), qPrintable(file + " includes " + include));
        for (const QString &file : sources("core", {"*.cpp"}) + sources("tests", {"*.cpp"}))
            QVERIFY2(!includes(file).contains("torch/torch.h"), qPrintable(file + " includes the 24 s header"));
    }

    /// Compares packaging/public-headers.txt with the headers that <lensboard/…> includes, directly or not.
    void installedHeadersAreThosePublicHeadersInclude()
    {
        QFile list(kRoot + "/packaging/public-headers.txt");
        QVERIFY(list.open(QIODevice::ReadOnly));
        QStringList listed = QString::fromUtf8(list.readAll()).split('\n', Qt::SkipEmptyParts);
        listed.sort();
        QSet<QString> included;
        for (const QString &header : sources("packaging/include", {"*.h"}))
            for (const QString &file : reached(header))
                if (QFile::exists(kRoot + '/' + file))
                    included << file;
        QVERIFY(!included.isEmpty());
        QStringList expected(included.begin(), included.end());
        expected.sort();
        QCOMPARE(listed, expected);
    }

    /// A plug-in and the program share the layout of these classes.
    void plugInHeadersChangeWithTheInterface()
    {
        static const QRegularExpression kIgnored("//[^\n]*|^#include.*|\\s+", QRegularExpression::MultilineOption), kNumber("PLUGIN_INTERFACE\"(\\d+),");
        QStringList headers;
        for (const QString &file : reached("packaging/include/lensboard/plugin.h"))
            if (QFile::exists(kRoot + '/' + file))
                headers << file;
        headers.sort();
        QString code;
        for (const QString &path : headers) {
            QFile file(kRoot + '/' + path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            code += QString::fromUtf8(file.readAll()).remove(kIgnored);
        }
        const QString digest = QCryptographicHash::hash(code.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
        const QString now = kNumber.match(code).captured(1) + ' ' + digest;
        QVERIFY2(now == kPluginInterface, qPrintable("the headers of plug-ins changed: if a class or virtual function did, raise the number in LENSBOARD_PLUGIN_INTERFACE; "
                                                     "then set kPluginInterface to its number and " + digest));
    }

    /// The map in ARCHITECTURE.md lists folders by indentation.
    void mapListsEachFolder()
    {
        QFile file(kRoot + "/ARCHITECTURE.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString map = QString::fromUtf8(file.readAll()).section("## Folders", 1).section("\nIncludes point", 0, 0);
        static const QRegularExpression kLine("^( {4,})([\\w.-]+)/( |$)");
        QStringList path, listed;
        for (const QString &line : map.split('\n')) {
            const auto match = kLine.match(line);
            if (!match.hasMatch())
                continue;
            path.resize(std::min<qsizetype>(path.size(), (match.capturedLength(1) - 4) / 2));
            path << match.captured(2);
            listed << path.join('/');
            QVERIFY2(QDir(kRoot + '/' + listed.last()).exists(), qPrintable("the map lists a folder that is not there: " + listed.last()));
        }
        const auto verify = [&](const QString &top, QDirIterator::IteratorFlag deep) {
            for (QDirIterator folders(kRoot + '/' + top, QDir::Dirs | QDir::NoDotAndDotDot, deep); folders.hasNext();) {
                const QString folder = folders.next().mid(kRoot.size() + 1);
                const bool isInner = folder.startsWith("core/python/lensboard/") || folder.startsWith("core/distributed/missing/") || folder.contains("__pycache__");
                QVERIFY2(isInner || listed.contains(folder), qPrintable("the map lacks " + folder));
            }
        };
        for (const char *top : {"core", "widgets", "app"})
            verify(top, QDirIterator::Subdirectories);
        for (const char *top : {"resources", "packaging"})
            verify(top, QDirIterator::NoIteratorFlags);
    }

    void onlyPlotsUseQCustomPlot()
    {
        const auto isOfPlots = [](const QString &file) {
            return std::ranges::any_of(kPlotRooms, [&](const QString &room) { return file.startsWith("widgets/" + room + '/'); });
        };
        for (const char *folder : {"core", "widgets", "app"})
            for (const QString &file : sources(folder, {"*.h", "*.cpp"}))
                QVERIFY2(isOfPlots(file) || !includes(file).contains("qcustomplot.h"), qPrintable(file));
    }

    void widgetsAndAppStayInTheirPlaces()
    {
        for (const auto &[top, rooms] : {std::pair("widgets", kPlotRooms), std::pair("app", kAppRooms)})
            for (qsizetype own = 0; own < rooms.size(); ++own)
                for (const QString &file : sources(QString("%1/%2").arg(top, rooms[own]), {"*.h", "*.cpp"}))
                    for (const QString &include : includes(file))
                        QVERIFY2(!include.startsWith(top) || rooms.indexOf(include.section('/', 1, 1)) <= own,
                                 qPrintable(file + " includes " + include));
        for (const QString &file : sources("widgets", {"*.h", "*.cpp"}))
            for (const QString &include : includes(file))
                QVERIFY2(!include.startsWith("app/"), qPrintable(file + " includes " + include));
        for (const QString &file : sources("core", {"*.h", "*.cpp"}))
            for (const QString &include : includes(file))
                QVERIFY2(!include.startsWith("widgets/") && !include.startsWith("app/"), qPrintable(file + " includes " + include));
    }

    /// Files at the root of app have no place in the order: they stand below the folders that include them.
    void filesOfAppStandBelowTheirUsers()
    {
        static const QRegularExpression kOfRoot("^app/[^/]+\\.h$");
        for (qsizetype own = 0; own < kAppRooms.size(); ++own)
            for (const QString &file : sources("app/" + kAppRooms[own], {"*.h", "*.cpp"}))
                for (const QString &include : includes(file).filter(kOfRoot))
                    for (const QString &part : {include, QString(include).replace(".h", ".cpp")})
                        for (const QString &used : QFile::exists(kRoot + '/' + part) ? includes(part) : QStringList())
                            QVERIFY2(!used.startsWith("app/") || kAppRooms.indexOf(used.section('/', 1, 1)) < own, qPrintable(file + " uses " + part + ", that includes " + used));
    }

    /// Qt's default timeout of five seconds would make tests depend on the machine's load.
    void testsWaitWithPatience()
    {
        for (const QString &path : sources("tests", {"*.cpp"})) {
            QFile file(kRoot + '/' + path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!file.readAll().contains("QTRY" "_") || reached(path).contains("tests/support/patience.h"), qPrintable(path));
        }
    }

    /// A std::string loses pattern and arguments of a message.
    void messagesKeepTheirStructure()
    {
        static const QRegularExpression kLoss("std::string &?\\w+ *= *(?:[^;(]*\\? *)?(?:record::)?(?:message|messageOf|counted|systemError)\\(");
        for (const char *folder : {"core", "widgets", "app"})
            for (const QString &path : sources(folder, {"*.h", "*.cpp"})) {
                QFile file(kRoot + '/' + path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                const bool isTableDescription = path == "core/import/tables/row_roles.cpp"; // part of a run's environment, which is text
                QVERIFY2(isTableDescription || !QString::fromUtf8(file.readAll()).contains(kLoss), qPrintable(path));
            }
    }

    void fileNamesAreUnique()
    {
        QMap<QString, QString> known;
        for (const char *folder : {"core", "widgets", "app"})
            for (const QString &file : sources(folder, {"*.h"})) {
                const QString name = file.section('/', -1);
                QVERIFY2(!known.contains(name), qPrintable(file + " and " + known.value(name)));
                known[name] = file;
            }
    }

    void headersStandAlone()
    {
        for (const char *folder : {"core", "widgets", "app"})
            for (const QString &file : sources(folder, {"*.h"})) {
                QFile header(kRoot + '/' + file);
                QVERIFY(header.open(QIODevice::ReadOnly));
                QVERIFY2(header.readLine().startsWith("#pragma once"), qPrintable(file));
            }
        for (const QString &file : sources("core", {"*.cpp"})) { // each source includes its own header first
            const QString own = file.chopped(4) + ".h";
            if (QFile::exists(kRoot + '/' + own))
                QVERIFY2(includes(file).value(0) == own, qPrintable(file + " includes its own header later"));
        }
    }
};

QTEST_GUILESS_MAIN(ArchitectureTest)
#include "tst_architecture.moc"
