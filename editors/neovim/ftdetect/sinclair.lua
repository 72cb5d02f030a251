-- Listings of Sinclair BASIC: Neovim would take them for those of another BASIC.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
    pattern = "*.bas",
    callback = function() vim.bo.filetype = "sinclair" end,
})
