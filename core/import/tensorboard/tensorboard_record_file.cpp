#include "core/import/tensorboard/tensorboard_record_file.h"

#include "core/bytes/tfrecord.h"
#include "core/record/message.h"

#include <utility>

namespace lensboard::imports {

bool TensorboardRecordFile::readMore()
{
    m_file.take(std::exchange(m_returned, 0));
    const bool more = m_file.readMore();
    if (m_damage)
        m_file.skip();
    else if (!m_file.damage().empty()) // the data before the damage are still to be read
        m_damage = {m_file.size(), m_file.lost(), record::message("the gzip data are damaged (%1)", m_file.damage())};
    return more && !m_damage;
}

std::optional<std::string_view> TensorboardRecordFile::next()
{
    using State = bytes::TfRecordFront::State;
    m_file.take(std::exchange(m_returned, 0));
    const auto front = bytes::tfRecordAtFront(m_file.pending());
    switch (front.state) {
    case State::Whole: m_returned = front.size; return front.data;
    case State::WrongLength: giveUp(record::message("the length of a record is wrong")); break;
    case State::WrongData: giveUp(record::message("a record does not match its checksum")); break;
    case State::Unfinished: break;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> TensorboardRecordFile::dataPosition() const
{
    return m_file.isPacked() ? std::nullopt : std::optional(m_file.position() + bytes::kTfRecordHeaderSize);
}

void TensorboardRecordFile::giveUp(const record::Message &cause)
{
    m_damage = {m_file.position(), m_file.size() - m_file.position(), cause};
    m_file.skip();
}

} // namespace lensboard::imports
