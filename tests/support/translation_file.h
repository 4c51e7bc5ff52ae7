#pragma once

#include <QFile>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

namespace lensboard::test {

/// A source text and its translation.
struct Message
{
    QString context;
    QString source;
    QStringList translations; ///< one per plural form
    bool isFinished = true;
};

/// Returns the messages by context and source text.
inline QMap<QString, Message> messages(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QMap<QString, Message> all;
    QString context;
    Message message;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.isStartElement() && xml.name() == u"source") {
            message = {context, xml.readElementText(), {}, true};
        } else if (xml.isStartElement() && xml.name() == u"translation") {
            message.isFinished = xml.attributes().value("type").isEmpty();
            QString text;
            while (!(xml.readNext() == QXmlStreamReader::EndElement && xml.name() == u"translation"))
                if (xml.isStartElement() && xml.name() == u"numerusform")
                    message.translations << xml.readElementText();
                else
                    text += xml.text();
            if (message.translations.isEmpty())
                message.translations << text;
            all.insert(context + ": " + message.source, message);
        }
    }
    return all;
}

} // namespace lensboard::test
