# girafa: name="galo"
10 REM JOGO DO GALO, com a estrategia Min-Max a dois niveis
20 REM m() as nove casas: 0 livre, 1 maquina (X), 2 pessoa (O)
30 REM e(k,c) casa simetrica de c no eixo k; v() casas a nao jogar, por haver uma equivalente
40 REM q(c,j) alinhamentos que passam na casa c (9: nenhum); x() e o() quantos X e O em cada um
50 DIM m(9): DIM e(4,9): DIM v(9): DIM q(9,4): DIM x(9): DIM o(9)
60 FOR k=1 TO 4: FOR c=1 TO 9: READ e(k,c): NEXT c: NEXT k
70 FOR c=1 TO 9: FOR j=1 TO 4: READ q(c,j): NEXT j: NEXT c
80 PRINT "********************************          JOGO DO GALO          ********************************"
90 PRINT '"    A FINALIDADE DO JOGO E': "''"---PARA A MAQUINA-->ALINHAR 3 X"''"---PARA SI -------->ALINHAR 3 O"''
100 PRINT '"================================"''" CADA UM JOGA A VEZ "''"- VOCE E' O JOGADOR 2"''"- O COMPUTADOR E' O JOGADOR 1"
110 INPUT "QUAL O NUMERO DO JOGADOR"'"QUE COMECA (1 OU 2) ? ----->";primeiro
120 IF primeiro=0 OR primeiro>2 THEN GO TO 110
200 REM UMA JOGADA
210 LET cruzes=0: LET bolas=0
220 FOR c=1 TO 9: LET cruzes=cruzes+(m(c)=1): LET bolas=bolas+(m(c)=2): NEXT c
230 LET vez=1: IF primeiro=1 AND bolas<cruzes OR primeiro=2 AND bolas<=cruzes THEN LET vez=2
240 GO SUB 400: IF vez=2 THEN GO SUB 600
245 IF vez=1 THEN GO SUB 800
250 LET c=1
260 IF m(c)<>0 THEN LET c=c+1: IF c<10 THEN GO TO 260
270 IF c=10 THEN PRINT : PRINT FLASH 1;"PARTIDA TERMINADA...";: STOP
280 GO SUB 500
290 FOR k=1 TO 8: IF o(k)=3 THEN PRINT : PRINT FLASH 1;"VOCE GANHOU !!!": STOP
300 NEXT k
310 FOR k=1 TO 8: IF x(k)=3 THEN PRINT FLASH 1;"GANHEI EU !!!": STOP
320 NEXT k: GO TO 200
400 REM JOGADAS: j$ os tabuleiros a que vez pode chegar, seguidos
410 LET j$="": LET b$="": FOR c=1 TO 9: LET b$=b$+STR$ m(c): NEXT c
420 GO SUB 450
430 FOR c=1 TO 9: IF NOT (m(c)+v(c)) THEN LET j$=j$+b$( TO c-1)+STR$ vez+b$(c+1 TO )
440 NEXT c: RETURN
450 REM SIMETRIAS: de cada duas casas iguais num eixo do tabuleiro fica a primeira
460 DIM v(9)
470 FOR k=1 TO 4
480 FOR c=1 TO 9: IF m(c)=m(e(k,c)) THEN NEXT c: GO SUB 495
490 NEXT k: RETURN
495 FOR c=1 TO 9: IF NOT v(c) THEN IF e(k,c)<>c THEN LET v(e(k,c))=1
496 NEXT c: RETURN
500 REM CONTA os X e os O de cada alinhamento
510 DIM x(9): DIM o(9)
520 FOR c=1 TO 9: IF m(c)=0 THEN GO TO 550
530 FOR j=1 TO 4: LET k=q(c,j)
540 LET x(k)=x(k)+(m(c)=1): LET o(k)=o(k)+(m(c)=2): NEXT j
550 NEXT c: LET o(9)=1: RETURN
600 REM JOGADA DA PESSOA: escolhe de j$
610 PRINT '"E'A SUA VEZ DE EFECTUAR UMA DAS JOGADAS SEGUINTES: "''
620 LET total=LEN j$/9
630 FOR z=1 TO total: PRINT TAB 9; FLASH 1;z
640 GO SUB 700: GO SUB 740: NEXT z
650 PRINT "** QUAL A SUA JOGADA (<=";total;") ?": INPUT "JOGADA ------>";z
660 IF z=0 OR z>total THEN GO TO 650
670 PRINT '"ESCOLHEU A JOGADA "; FLASH 1;z
680 GO SUB 700: GO SUB 720: RETURN
700 REM TABULEIRO z de j$ para b$
710 LET b$=j$(9*z-8 TO 9*z): RETURN
720 REM POE b$ no tabuleiro de jogo
730 FOR c=1 TO 9: LET m(c)=VAL b$(c): NEXT c: RETURN
740 REM MOSTRA b$
750 FOR c=1 TO 9: PRINT "-XO"(1+VAL b$(c));" ";: IF c=3 OR c=6 OR c=9 THEN PRINT
760 NEXT c: PRINT : RETURN
800 REM JOGADA DA MAQUINA: a que deixa melhor a pior resposta
810 PRINT ''"* AGORA EU... A MINHA JOGADA E':"''"(DEIXE-ME PENSAR UM POUCO S.F.F)"''
820 LET maximo=-1001
830 FOR z=1 TO LEN j$/9: GO SUB 700: GO SUB 720
840 GO SUB 900
850 IF minimo>maximo THEN LET maximo=minimo: LET r$=b$
860 NEXT z
870 LET b$=r$: GO SUB 720: GO SUB 740: RETURN
900 REM MINIMO da avaliacao, depois de cada resposta da pessoa
910 GO SUB 500: GO SUB 450: LET minimo=1000
920 LET f=0: FOR k=1 TO 8: LET f=f+(o(k)=0)-(x(k)=0): NEXT k
930 FOR c=1 TO 9: IF m(c)+v(c) THEN GO TO 970
940 LET g=f
950 FOR j=1 TO 4: LET k=q(c,j): IF o(k)=2 THEN LET minimo=-1000: RETURN
960 LET g=g-(o(k)=0): NEXT j: IF g<minimo THEN LET minimo=g
970 NEXT c: RETURN
980 DATA 7,8,9,4,5,6,1,2,3, 3,2,1,6,5,4,9,8,7, 1,4,7,2,5,8,3,6,9, 9,6,3,8,5,2,7,4,1
990 DATA 1,4,7,9, 1,5,9,9, 1,6,8,9, 2,4,9,9, 2,5,7,8, 2,6,9,9, 3,4,8,9, 3,5,9,9, 3,6,7,9
