// Reports an interface version that no Lensboard has.
extern "C" __attribute__((visibility("default"))) const char *lensboardPluginInterface()
{
    return "0, LibTorch 0.1";
}
extern "C" __attribute__((visibility("default"))) void *lensboardMakeTraining(const char *)
{
    return nullptr;
}
