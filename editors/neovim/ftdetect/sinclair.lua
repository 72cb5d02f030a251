-- Sinclair BASIC listings: by default, Neovim detects .bas files as another BASIC.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
    pattern = "*.bas",
    callback = function() vim.bo.filetype = "sinclair" end,
})
