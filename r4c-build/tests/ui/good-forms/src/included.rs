mod beside;
