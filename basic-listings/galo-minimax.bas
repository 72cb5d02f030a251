# girafa: name="galo-minim"
10 REM JOGO DO GALO: minimax ate' uma profundidade dada, e alfa-beta
20 GO SUB 800: GO TO 500
100 REM VALE: v valor da posicao para a maquina, com n meias-jogadas por ver; joga z
110 REM a(n), b(n) o melhor ja' certo para MAX e para MIN; o minimax comeca-os de novo em cada posicao
120 IF fim=2 THEN LET v=10*(n+1): RETURN
130 IF fim=1 THEN LET v=-10*(n+1): RETURN
140 IF livres=0 THEN LET v=0: RETURN
150 IF n=0 THEN GO TO 300
160 LET c(n)=0
170 LET c(n)=c(n)+1: IF c(n)>9 THEN GO TO 250
180 IF p(c(n)) THEN GO TO 170
190 LET c=c(n): GO SUB 400: LET z=3-z: LET n=n-1
200 IF n THEN LET a(n)=-1000: LET b(n)=1000: IF corta THEN LET a(n)=a(n+1): LET b(n)=b(n+1)
210 GO SUB 100
220 LET n=n+1: LET z=3-z: LET c=c(n): GO SUB 450
230 IF z=2 AND v>a(n) THEN LET a(n)=v: LET m(n)=c
235 IF z=1 AND v<b(n) THEN LET b(n)=v: LET m(n)=c
240 IF corta=0 OR a(n)<b(n) THEN GO TO 170
245 IF z=2 THEN LET v=b(n): RETURN
247 LET v=a(n): RETURN
250 LET v=a(n): IF z=1 THEN LET v=b(n)
260 RETURN
300 REM ESTIMA: linhas abertas 'a maquina menos linhas abertas ao adversario; 9 se quem joga ganha ja'
310 LET v=0: LET w=8: IF z=1 THEN LET w=2
320 FOR k=1 TO 8: IF s(k)=w THEN LET v=9*(2*z-3): RETURN
330 LET v=v+t(s(k)+1): NEXT k: RETURN
400 REM z JOGA em c: soma 1 (X) ou 4 (O) 'as linhas de c
410 LET p(c)=z: LET livres=livres-1: LET nos=nos+1: LET q=3*z-2
420 FOR j=1 TO u(c): LET k=l(c,j): LET s(k)=s(k)+q: IF s(k)=3*q THEN LET fim=z
430 NEXT j: RETURN
450 REM TIRA a jogada c de z
460 LET p(c)=0: LET livres=livres+1: LET fim=0: LET q=3*z-2
470 FOR j=1 TO u(c): LET k=l(c,j): LET s(k)=s(k)-q: NEXT j: RETURN
500 REM UM JOGO
510 IF z=2 THEN GO SUB 600
520 IF z=1 THEN GO SUB 700
530 GO SUB 780: IF fim=0 AND livres THEN LET z=3-z: GO TO 510
540 IF fim=2 THEN PRINT "GANHEI EU.": STOP
550 IF fim=1 THEN PRINT "GANHOU VOCE.": STOP
560 PRINT "EMPATE.": STOP
600 REM A MAQUINA procura das duas maneiras e joga
610 POKE 23692,0: PRINT '"A MINHA JOGADA (O):"
620 FOR f=0 TO 1: PRINT #1;AT 1,0;"ESTOU A PENSAR...": LET corta=f
630 LET n=meias: LET nos=0: LET a(n)=-1000: LET b(n)=1000: GO SUB 100
640 LET c=m(n): PRINT "ALFA-BETA" AND f;"MINIMAX  " AND NOT f;" ";: GO SUB 680
650 PRINT " VALE ";v;", ";nos;" NOS": NEXT f
660 IF v>=9 THEN PRINT "JA' NAO ESCAPA."
670 GO SUB 400: RETURN
680 REM LINHA E COLUNA da casa c
690 PRINT INT ((c+2)/3);" ";c-3*INT ((c-1)/3);: RETURN
700 REM A PESSOA joga
710 INPUT "LINHA (1 A 3) ";y,"COLUNA (1 A 3) ";x
720 IF y<1 OR y>3 OR x<1 OR x>3 OR y<>INT y OR x<>INT x THEN GO TO 770
730 LET c=3*y+x-3: IF p(c) THEN GO TO 770
740 POKE 23692,0: PRINT '"A SUA JOGADA (X): ";: GO SUB 680: PRINT : GO SUB 400: RETURN
770 PRINT "NAO PODE SER.": GO TO 710
780 REM TABULEIRO
790 PRINT "   1 2 3": FOR k=0 TO 2: PRINT k+1;"  ";: FOR j=1 TO 3: PRINT ".XO"(1+p(3*k+j));" ";: NEXT j: PRINT : NEXT k: RETURN
800 REM TABELAS: p() casas; s() linhas, X mais 4 vezes O; u() quantas linhas passam na casa, l() quais
810 DIM p(9): DIM s(8): DIM u(9): DIM l(9,4): DIM a(9): DIM b(9): DIM c(9): DIM m(9)
820 FOR k=1 TO 8: FOR j=1 TO 3: READ c: LET u(c)=u(c)+1: LET l(c,u(c))=k: NEXT j: NEXT k
830 REM t(s+1) linha so' de O 1, so' de X -1, de ambos ou de nenhum 0
840 DIM t(13): LET t(2)=-1: LET t(3)=-1: LET t(5)=1: LET t(9)=1
850 LET livres=9: LET fim=0: LET nos=0
860 PRINT "JOGO DO GALO"''"EU JOGO COM O (MAX),"'"VOCE COM X (MIN)."'"VEJO 'A MESMA PROFUNDIDADE"'"POR MINIMAX E POR ALFA-BETA."
870 INPUT "QUEM COMECA (1=X, 2=O) ";z: IF z<>1 AND z<>2 THEN GO TO 870
880 INPUT "MEIAS-JOGADAS (1 A 9) ";meias: IF meias<1 OR meias>9 OR meias<>INT meias THEN GO TO 880
890 PRINT '"MEIAS-JOGADAS: ";meias: GO SUB 780: RETURN
900 DATA 1,2,3,4,5,6,7,8,9,1,4,7,2,5,8,3,6,9,1,5,9,3,5,7
