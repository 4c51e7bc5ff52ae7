#include "core/import/tensorboard/tensorboard_media.h"

#include "core/bytes/tfrecord.h"
#include "core/store/columns/run_store.h"

namespace lensboard::imports {

void TensorboardMedia::enterFile(const std::filesystem::path &file)
{
    m_path = file;
}

void TensorboardMedia::enterEvent(std::string_view event, std::optional<std::uint64_t> position)
{
    m_event = event;
    m_position = position;
}

bool TensorboardMedia::add(store::RunStore &run, EventTime time, std::string_view tag, store::MediumKind kind, std::string_view part)
{
    if (!m_position)
        return false;
    auto file = m_files.find(m_path);
    if (file == m_files.end())
        file = m_files.emplace(m_path, m_media->addFile(m_path)).first;
    const auto offset = static_cast<std::uint64_t>(part.data() - m_event.data());
    run.setMedia(m_media);
    return m_media->add(tag, kind, {time.step, time.wallSeconds, file->second, bytes::maskedCrc32c(part), *m_position + offset, part.size()});
}

} // namespace lensboard::imports
