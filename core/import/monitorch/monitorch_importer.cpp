#include "core/import/monitorch/monitorch_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/monitorch/monitorch_call.h"
#include "core/record/error.h"
#include "core/record/message.h"

namespace lensboard::imports {

using record::RunEvent;

namespace {

} // namespace

bool MonitorchImporter::recognises(std::string_view firstBytes)
{
    return firstBytes.size() > 1 && firstBytes[0] == '\x80' && firstBytes[1] >= 2 && firstBytes[1] <= 5
        && firstBytes.substr(0, 64).find("method") != firstBytes.npos;
}

void MonitorchImporter::readPending(ReadProgress &progress)
{
    while (!m_isDamaged && !progress.stop.stop_requested()) {
        try {
            m_file.take(m_reader.read(m_file.pending()));
        } catch (const PickleError &error) {
            endAt(error);
        }
        if (!m_reader.isComplete())
            break;
        readRecord();
        m_reader = {};
        m_recordStart = m_file.position();
    }
    if (m_isDamaged)
        m_file.take(m_file.pending().size());
}

/// Stops reading: after invalid bytes, the start of the next record is unknown.
void MonitorchImporter::endAt(const PickleError &error)
{
    m_out.flush();
    const record::Message where = record::message("byte %1", m_recordStart + error.offset());
    if (m_recordStart == 0)
        throw ImportError(m_file.path(), record::message("%1 %2; expected a recording of monitorch's RecorderVisualizer",
                                                         where, record::messageOf(error)));
    m_isDamaged = true;
    warn("damage", record::message("%1 %2. The record at byte %3 and all after it are lost: %4 bytes so far",
                                   where, record::messageOf(error), m_recordStart, m_file.size() - m_recordStart));
}

void MonitorchImporter::readRecord()
{
    try {
        const MonitorchCall call = monitorchCall(m_reader.pickle());
        replay(call);
        for (const std::string &refused : call.refused)
            warn("number", record::message("the record at byte %1: %2; it is left out", m_recordStart, refused));
    } catch (const MonitorchCallError &error) {
        warn("record", record::message("the record at byte %1 is skipped: %2", m_recordStart, record::messageOf(error)));
    }
}

void MonitorchImporter::replay(const MonitorchCall &call)
{
    if (call.method == MonitorchCall::Method::Unknown) {
        const std::string name = bytes::clipped(call.methodName);
        m_out.report(RunEvent::Kind::Notice, m_epoch.value_or(0), "method " + name,
                     record::message("calls of \"%1\" are skipped: no visualizer of monitorch is known to have it", name));
        return;
    }
    if (call.method == MonitorchCall::Method::Plot)
        enterEpoch(call.epoch);
    const auto tag = tagOf(call);
    if (!tag)
        return;
    const record::TickStamp stamp{call.epoch, call.epoch, call.epoch, 0, 0};
    for (const visualizer::LayerReading &reading : call.readings) {
        for (const auto &line : reading.values)
            if (const auto series = m_out.line(*tag, reading.layer, line.label))
                m_out.add(stamp, *series, line.value);
        for (const auto &range : reading.ranges)
            if (const auto low = m_out.band(*tag, reading.layer, range.lowLabel, range.highLabel)) {
                m_out.add(stamp, *low, range.low);
                m_out.add(stamp, *low + 1, range.high);
            }
    }
}

std::optional<std::uint32_t> MonitorchImporter::tagOf(const MonitorchCall &call)
{
    const auto known = m_tags.find(call.tag.name);
    const bool registers = call.method == MonitorchCall::Method::RegisterTags;
    if (!registers && known != m_tags.end())
        return known->second;
    const auto index = m_out.tag(call.tag);
    if (!index)
        return std::nullopt;
    m_tags[call.tag.name] = *index;
    if (!registers)
        m_out.report(RunEvent::Kind::Notice, call.epoch, "unregistered " + call.tag.name,
                     record::message("tag \"%1\" was plotted before it was registered",
                                     bytes::clipped(call.tag.name)));
    return index;
}

void MonitorchImporter::enterEpoch(std::int64_t epoch)
{
    if (m_epoch && epoch < *m_epoch) {
        const std::uint64_t gone = m_out.cut(epoch);
        m_out.append({RunEvent::Kind::Notice, epoch, 0,
                      record::message("restarted at epoch %1 after epoch %2: %3 values from there on are replaced", epoch, *m_epoch, gone)});
    }
    m_epoch = epoch;
}

void MonitorchImporter::warn(const std::string &subject, const record::Message &text)
{
    m_out.report(RunEvent::Kind::Warning, m_epoch.value_or(0), subject, text);
}

record::Message MonitorchImporter::readEnd()
{
    const std::uint64_t there = m_file.size() - m_recordStart;
    if (m_isDamaged || there == 0)
        return {};
    return record::message("ends within a record: it begins at byte %1, and %2 bytes of it are there", m_recordStart, there);
}

} // namespace lensboard::imports
