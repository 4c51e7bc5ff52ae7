// Two libraries that differ by what they give.
extern "C" __attribute__((visibility("default"))) int number()
{
    return LENSBOARD_NUMBER;
}
