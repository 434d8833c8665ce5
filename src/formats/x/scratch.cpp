namespace skelter {}
